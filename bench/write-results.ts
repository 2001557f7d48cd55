import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EngineName } from './databases';
import type { BenchResult } from './report';

const FOLDER = resolve(__dirname, '../bench-results');

/** The commit that was measured, in short; empty outside of a repository. */
export function getCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Writes what a run has measured as JSON, with its commit and time. @returns the file */
export function writeResults(engine: EngineName, results: readonly BenchResult[]): string {
  mkdirSync(FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const file = join(FOLDER, `${engine}-${at.replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ commit: getCommit(), at, results }, undefined, 2)}\n`);
  return file;
}
