// Starts Chromium without a window, and speaks to it through two pipes in the DevTools protocol: messages in JSON, each with a
// zero byte at its end.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Browser {
  #process;
  #profile = mkdtempSync(join(tmpdir(), "chromium-"));
  #waiting = new Map();
  #listeners = [];
  #number = 0;
  #rest = "";
  #session;

  constructor(program) {
    this.#process = spawn(program, [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
      `--user-data-dir=${this.#profile}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.#process.on("exit", (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`Chromium ended with exit code ${code}`));
    });
    this.#process.stdio[4].setEncoding("utf8");
    this.#process.stdio[4].on("data", (text) => {
      const messages = (this.#rest + text).split("\0");
      this.#rest = messages.pop();
      messages.forEach((message) => this.#receive(JSON.parse(message)));
    });
  }

  #receive(message) {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!waiting) return this.#listeners.forEach((listener) => listener(message));
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  /** Calls a method of the protocol. */
  send(method, params = {}) {
    const id = ++this.#number;
    this.#process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.#session }) + "\0");
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Calls a function for each event. */
  listen(listener) { this.#listeners.push(listener); }

  /** Opens a new page, to which later calls refer. */
  async openPage() {
    this.#session = undefined;
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    this.#session = (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    await Promise.all(["Page.enable", "Network.enable", "Runtime.enable"].map((method) => this.send(method)));
  }

  /** Returns the value of an expression in the page. The value may be promised. */
  async evaluate(expression) {
    const { result, exceptionDetails } =
      await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression in the page is true. */
  async until(expression, seconds = 20) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await new Promise((done) => setTimeout(done, 20))) {
      if (await this.evaluate(`Boolean(${expression})`)) return;
    }
    throw new Error(`not true within ${seconds} s: ${expression}`);
  }

  /** Clicks the middle of the element that an expression returns. */
  async click(expression) {
    const [x, y] = await this.evaluate(`(() => {
      const found = ${expression};
      found.scrollIntoView({ block: "center" });
      const box = found.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    })()`);
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  /** Types a text where the focus is. */
  type(text) { return this.send("Input.insertText", { text }); }

  /** Presses a key, with Alt if `modifiers` is 1. */
  async press(key, modifiers = 0) {
    const code = { Enter: 13, Tab: 9, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 }[key];
    for (const type of ["rawKeyDown", "keyUp"]) {
      await this.send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code, modifiers });
    }
  }

  async close() {
    this.#process.removeAllListeners("exit");
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#session = undefined;
    await this.send("Browser.close").catch(() => this.#process.kill());
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
