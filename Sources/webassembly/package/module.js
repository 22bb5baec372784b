/**
 * Calls the functions of a WebAssembly module. A function takes the JSON of a request in UTF-8, and returns a pointer to the
 * number of bytes of its answer in 32 bits, and the bytes.
 */
export class Module {
  #compiled;
  #instance;

  /** Starts a compiled module. */
  static async load(compiled) {
    const module = new Module();
    module.#compiled = compiled;
    module.#instance = await WebAssembly.instantiate(compiled);
    return module;
  }

  /** Calls a function with the text of a request, and returns the text of the answer. */
  call(name, text) {
    try {
      const { memory, allocate, release, [name]: function_ } = this.#instance.exports;
      const bytes = new TextEncoder().encode(text);
      const input = allocate(bytes.length) >>> 0;
      // A call may make the memory larger, and its buffer is then another one.
      new Uint8Array(memory.buffer, input, bytes.length).set(bytes);
      const answer = function_(input, bytes.length) >>> 0;
      const count = new DataView(memory.buffer).getUint32(answer, true);
      const output = new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 4, count));
      release(input);
      release(answer);
      return output;
    } catch (error) {
      // The memory of an instance that stopped is not used again.
      this.#instance = new WebAssembly.Instance(this.#compiled);
      throw new Error(`the WebAssembly module stopped in '${name}': ${error.message}`, { cause: error });
    }
  }
}
