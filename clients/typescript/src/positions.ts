import { open, readFile, rename } from 'node:fs/promises';

/** Stores the position of a reader of the journal. */
export interface Positions {
  /** @returns undefined if nothing has been read yet */
  load(): Promise<number | undefined>;
  save(position: number): Promise<void>;
}

/** Stores the position in a file, which always contains either the old or the new position. */
export function filePosition(path: string): Positions {
  return {
    async load() {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      if (!/^\d+\n?$/.test(text))
        throw new Error(`${path} doesn't contain a position of the journal`);
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
