import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../..');

/** A fenced block of shell commands in a page. */
export interface CommandBlock {
  /** The word after `sh`: the name by which a spec of its own finds the block; else empty. */
  readonly name: string;
  /** Line of its first command in the page, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

/** Paths of all pages, from the root on. */
export const pages: readonly string[] = ['.', 'docs', 'docs/reports'].flatMap(pagesIn);

/** @param path of a file of the project, from the root on */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export function commandBlocks(page: string): CommandBlock[] {
  const text = read(page);
  return [...text.matchAll(/^```sh *(.*)\n([^]*?)^```$/gm)].map(
    ({ index, 1: name = '', 2: body = '' }) => ({
      name,
      line: text.slice(0, index).split('\n').length + 1,
      lines: body.trimEnd().split('\n'),
    }),
  );
}

/** The page without its fenced blocks, at the same lines. */
export function proseOf(page: string): string[] {
  let isFenced = false;
  return read(page)
    .split('\n')
    .map((line) => {
      const isFence = line.startsWith('```');
      if (isFence) isFenced = !isFenced;
      return isFence || isFenced ? '' : line;
    });
}

/** The scopes that the page names as needed by its examples; empty where it names none. */
export function neededScopes(page: string): string[] {
  const [paragraph = ''] = /^(All|The) examples need[^]*?\n\n/m.exec(read(page)) ?? [];
  return [...paragraph.matchAll(/`([A-Za-z]+:[a-z]+)`/g)].map(([, scope = '']) => scope);
}
