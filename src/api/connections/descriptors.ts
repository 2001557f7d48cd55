import { readFileSync } from 'node:fs';

/** Descriptors that the database, the logs, threads and files that are being written take. */
const OWN_DESCRIPTORS = 100;

/** A connection may have a file open besides its socket. */
const DESCRIPTORS_PER_CONNECTION = 2;

/**
 * How many connections the process has descriptors for: with none left it could not even open its database.
 * @param limits text of Linux's `/proc/self/limits`
 * @returns Infinity where there is no limit, or none is known
 */
export function maxConnectionsByDescriptors(limits = readProcessLimits()): number {
  const [, files] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (files === undefined) return Infinity;
  return Math.max(Math.floor((Number(files) - OWN_DESCRIPTORS) / DESCRIPTORS_PER_CONNECTION), 1);
}

function readProcessLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
