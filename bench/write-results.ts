import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EngineName } from './databases';
import type { BenchResult } from './report';

const FOLDER = resolve(__dirname, '../bench-results');

/** The abbreviated commit that was measured; empty outside a repository. */
export function getCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Writes the results of a run as JSON, with its commit and time. @returns the file */
export function writeResults(engine: EngineName, results: readonly BenchResult[]): string {
  mkdirSync(FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const file = join(FOLDER, `${engine}-${at.replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ commit: getCommit(), at, results }, undefined, 2)}\n`);
  return file;
}
