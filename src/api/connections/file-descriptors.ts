import { readFileSync } from 'node:fs';

/** Descriptors for the database, logs, threads and files that are being written. */
const RESERVED_DESCRIPTORS = 100;

/** A connection has a socket and may have a file open. */
const DESCRIPTORS_PER_CONNECTION = 2;

/**
 * How many connections the process has file descriptors for. Without a free descriptor it can't even open its database.
 * @param limits text of Linux's `/proc/self/limits`
 * @returns Infinity if there is no limit or the limit is unknown
 */
export function getMaxConnectionsByFileDescriptors(limits = readProcessLimits()): number {
  const [, files] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (files === undefined) return Infinity;
  return Math.max(
    Math.floor((Number(files) - RESERVED_DESCRIPTORS) / DESCRIPTORS_PER_CONNECTION),
    1,
  );
}

function readProcessLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
