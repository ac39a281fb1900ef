// Whether this browser can run the engine, in a file of its own: a page that does not need the engine yet loads no more.

/** A module with a structure, which is valid where WebAssembly has garbage collection. */
const WITH_STRUCTURE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x5f, 1, 0x78, 0);

/** Why the engine cannot run in this browser, in a sentence, or null. */
export function obstacle() {
  return globalThis.WebAssembly?.validate(WITH_STRUCTURE) && globalThis.Worker
    ? null
    : 'The engine needs WebAssembly with garbage collection, which this browser lacks: Chrome has it from 119 on, Firefox from 120, Safari from 18.2.';
}
