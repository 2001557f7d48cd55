import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serviceVersion } from '../config/service-version';
import type { Metrics } from '../core/metrics';

/** The build writes the commit next to the compiled code. */
const COMMIT_FILE = join(__dirname, '../prepared/commit');

/** Writes the commit for `readBuildInfo`. */
export function writeCommit(commit: string): void {
  mkdirSync(dirname(COMMIT_FILE), { recursive: true });
  writeFileSync(COMMIT_FILE, commit);
  // Every user that may run the code may read the file.
  chmodSync(COMMIT_FILE, 0o644);
}

/** Which code runs on what. */
export interface BuildInfo {
  readonly version: string;
  /** `unknown` if the build had no git; an image gets it by its build argument COMMIT. */
  readonly commit: string;
  readonly node: string;
}

export function readBuildInfo(): BuildInfo {
  let commit = '';
  try {
    commit = readFileSync(COMMIT_FILE, 'utf8').trim();
  } catch {
    // The code runs without a build, as in specs.
  }
  return { version: serviceVersion, commit: commit || 'unknown', node: process.versions.node };
}

/** Shows which process runs what during a rolling update. */
export function registerBuildMetric(metrics: Metrics): void {
  const labels = { ...readBuildInfo() };
  metrics.gauge(
    {
      name: 'build_info',
      help: '1, with the version of the service, its commit and the version of Node.js',
      aggregation: 'max',
      labels: ['version', 'commit', 'node'],
    },
    () => [{ labels, value: 1 }],
  );
}
