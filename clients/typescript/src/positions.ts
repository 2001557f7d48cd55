import { open, readFile, rename } from 'node:fs/promises';

/** Where a reader of the journal keeps how far it has come. */
export interface Positions {
  /** undefined: it has read nothing yet. */
  load(): Promise<number | undefined>;
  save(position: number): Promise<void>;
}

/** A position in a file of its own, which is there whole or as it was before, whatever dies when. */
export function filePosition(path: string): Positions {
  return {
    async load() {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      if (!/^\d+\n?$/.test(text)) throw new Error(`${path} holds no position of the journal`);
      return Number(text);
    },
    async save(position) {
      const written = `${path}.new`;
      const file = await open(written, 'w');
      try {
        await file.writeFile(`${position}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(written, path);
    },
  };
}
