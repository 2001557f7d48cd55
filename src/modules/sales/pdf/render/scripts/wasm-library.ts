import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// V8 would compile what is called often a second time, for speed that no document is seen to gain, and take 50 MiB
// meanwhile, most of which stays with the process. It is a flag of all threads; nothing else here is WebAssembly that
// works for long.
setFlagsFromString('--liftoff-only');

/** What is used of WebAssembly, which TypeScript's library describes for browsers only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;

/** Functions of a WebAssembly module; pointers and lengths are numbers. */
type Exports = Readonly<Record<string, (...parameters: number[]) => number>>;

/** A C library in WebAssembly: its functions, and its memory as bytes and words. */
export class WasmLibrary {
  private readonly call: Exports;
  private readonly memory: Memory;

  /** @param file path of the module, which is read and compiled at once */
  constructor(file: string) {
    const module = new WebAssembly.Module(readFileSync(file));
    const { exports } = new WebAssembly.Instance(module, this.imports());
    this.memory = (exports as { memory: Memory }).memory;
    this.call = exports as Exports;
    (this.call['_initialize'] ?? this.call['__wasm_call_ctors'])?.();
  }

  /** Copies bytes in. @returns where they are; to be freed by `free` */
  copyIn(bytes: Uint8Array): number {
    const at = this.fn('malloc')(bytes.length);
    new Uint8Array(this.memory.buffer).set(bytes, at);
    return at;
  }

  /** Copies bytes out. */
  copyOut(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer).slice(at, at + length);
  }

  /** The words from an address on, to be read right away: memory that grows moves. */
  words(at: number, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, count);
  }

  fn(name: string): (...parameters: number[]) => number {
    const found = this.call[name];
    if (!found) throw new Error(`The library has no function ${name}`);
    return found;
  }

  /** What the modules of harfbuzzjs want of their surroundings. */
  private imports(): object {
    const abort = (): never => {
      throw new Error('The library gave up');
    };
    const grow = (bytes: number): number => {
      const missing = bytes - this.memory.buffer.byteLength;
      if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
      return 1;
    };
    return {
      wasi_snapshot_preview1: { proc_exit: abort },
      env: {
        _abort_js: abort,
        _emscripten_runtime_keepalive_clear: () => undefined,
        _setitimer_js: () => 0,
        emscripten_resize_heap: grow,
      },
    };
  }
}

/** Four letters as a number, as OpenType and HarfBuzz have them. */
export function tag(letters: string): number {
  return Buffer.from(letters, 'latin1').readInt32BE(0);
}
