import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { TaskRunner } from '../../src/processes';

/** Tasks of child processes for specs. */
export type SampleInput =
  | { readonly kind: 'echo'; readonly value: unknown }
  | { readonly kind: 'process' | 'throw' | 'crash' }
  /** Waits for a file, so that a spec decides when it ends. */
  | { readonly kind: 'wait'; readonly file: string }
  /** Computes or waits without ever ending. */
  | { readonly kind: 'spin' | 'hang' }
  /** Holds memory for ever. */
  | { readonly kind: 'hold'; readonly mebibytes: number }
  /** Ends, but keeps memory. */
  | { readonly kind: 'keep'; readonly mebibytes: number }
  | { readonly kind: 'parts'; readonly parts: readonly unknown[] };

let runs = 0;
let kept: Buffer | undefined;

export const run: TaskRunner<SampleInput, unknown, unknown> = async (input, send) => {
  runs += 1;
  switch (input.kind) {
    case 'echo':
      return input.value;
    case 'process':
      return { id: process.pid, runs, environment: Object.keys(process.env) };
    case 'throw':
      throw new RangeError('Too much');
    case 'crash':
      return process.kill(process.pid, 'SIGSEGV');
    case 'wait':
      while (!existsSync(input.file)) await pause(5);
      return runs;
    case 'spin':
      for (;;);
    case 'hang':
      return pause(2 ** 30);
    case 'hold': {
      const held = Buffer.alloc(input.mebibytes * 1024 * 1024, 1);
      for (;;) held[0] = 1;
    }
    case 'keep':
      kept = Buffer.alloc(input.mebibytes * 1024 * 1024, 1);
      return kept.length;
    case 'parts':
      for (const part of input.parts) await send(part);
      return input.parts.length;
  }
};
