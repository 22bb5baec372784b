// Loads a WebAssembly module of Tests/portability. `call` passes a text to one of its functions, and returns the answer.
import { readFileSync } from "node:fs";

export async function load(path) {
  const { instance } = await WebAssembly.instantiate(readFileSync(path));
  const { memory, allocate, release } = instance.exports;
  function call(function_, text, ...more) {
    const bytes = new TextEncoder().encode(text);
    const input = allocate(bytes.length);
    new Uint8Array(memory.buffer, input, bytes.length).set(bytes);
    const answer = function_(input, bytes.length, ...more);
    const [isError, count] = new Uint32Array(memory.buffer, answer, 2);
    const output = new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 8, count));
    release(input);
    release(answer);
    return { isError: isError === 1, output };
  }

  return { call, exports: instance.exports };
}
