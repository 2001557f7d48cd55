import { open, readFile, rename } from 'node:fs/promises';

/** Where a reader of the journal keeps how far it has come. */
export interface Positions {
  /** @returns undefined when nothing has been read yet */
  load(): Promise<number | undefined>;
  save(position: number): Promise<void>;
}

/** Keeps the position in a file, which holds either the new one or the old one, whatever dies when. */
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
