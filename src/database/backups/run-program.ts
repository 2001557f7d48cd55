import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Characters of a program's messages that an error quotes. */
const MAX_QUOTED_CHARACTERS = 2000;

/** Returns the first of several programs that is installed. */
export function findProgram(names: readonly string[]): string | undefined {
  return names.find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined,
  );
}

/**
 * Runs a program.
 * @param inputPath path of the file that it reads as its standard input
 * @returns its standard output
 * @throws Error with the end of its standard error, if its exit code is not 0; Error if it did not receive all its input
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  inputPath?: string,
): Promise<string> {
  const child = spawn(name, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let errorOutput = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr
    .setEncoding('utf8')
    .on(
      'data',
      (text: string) => (errorOutput = `${errorOutput}${text}`.slice(-MAX_QUOTED_CHARACTERS)),
    );
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const inputFailure =
    inputPath === undefined ? undefined : pipeFileToStdin(child.stdin, inputPath);
  if (!inputFailure) child.stdin.end();
  const [code, signal] = await ended;
  // A program that fails closes its input, so its own message comes first.
  if (code !== 0) {
    throw new Error(`${name} failed (${signal ?? `exit code ${code}`}): ${errorOutput.trim()}`);
  }
  const cause = await inputFailure;
  if (cause === undefined) return output;
  throw new Error(`${name} did not receive all of ${inputPath}: ${cause.message}`, { cause });
}

/** Writes a file to a program's standard input. @returns the error, if the program did not receive all of it */
function pipeFileToStdin(stdin: Writable, path: string): Promise<Error | undefined> {
  return pipeline(createReadStream(path), stdin).then(
    () => undefined,
    (error: unknown) => error as Error,
  );
}
