import { readdirSync, readFileSync } from 'node:fs';

/** Processes that outlive a file of specs: any file may find them in its worker. */
const LONG_LIVED = /serve-commands\.cjs/;

/** Running processes that a process has started, read from /proc of Linux; elsewhere none. */
export function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      const [state, itsParent] = fieldsOf(`/proc/${id}/stat`);
      return Number(itsParent) === parent && state !== 'Z' && !LONG_LIVED.test(commandOf(id));
    });
}

/** How far each thread of a process stands back. */
export function nicenessOf(id: number): number[] {
  const threads = `/proc/${id}/task`;
  return readdirSync(threads).map((thread) => Number(fieldsOf(`${threads}/${thread}/stat`)[16]));
}

/**
 * The memory that a process holds, or the most that it ever held (VmHWM).
 * @returns mebibytes; undefined once it has ended, and without /proc
 */
export function residentMemoryOf(id: number, of: 'VmRSS' | 'VmHWM' = 'VmRSS'): number | undefined {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return Number(new RegExp(`${of}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024 || undefined;
  } catch {
    return undefined;
  }
}

function commandOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The fields after the name, which may contain anything; empty once the process has ended. */
function fieldsOf(file: string): string[] {
  try {
    const text = readFileSync(file, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
