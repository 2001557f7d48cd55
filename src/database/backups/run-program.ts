import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Characters of a program's messages that an error quotes. */
const MAX_QUOTED = 2000;

/** Returns the first of several programs that is installed. */
export function findProgram(names: readonly string[]): string | undefined {
  return names.find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined,
  );
}

/**
 * Runs a program.
 * @param input path of the file that it reads as its standard input
 * @returns its standard output
 * @throws Error with the end of its standard error, if its exit code is not 0
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  input?: string,
): Promise<string> {
  const child = spawn(name, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (errors = `${errors}${text}`.slice(-MAX_QUOTED)));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  // A program that ends early closes its input: its exit code tells more than that error.
  if (input === undefined) child.stdin.end();
  else await Promise.all([ended, pipeline(createReadStream(input), child.stdin)]).catch(() => []);
  const [code, signal] = await ended;
  if (code === 0) return output;
  throw new Error(`${name} failed (${signal ?? `exit code ${code}`}): ${errors.trim()}`);
}
