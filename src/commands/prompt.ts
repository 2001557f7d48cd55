import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Whether there is somebody to ask. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/**
 * Asks a question at the terminal; standard output stays free for what a command answers.
 * @param isHidden whether what is typed stays unseen
 * @throws Error when the answer is Ctrl-C or Ctrl-D
 */
export async function prompt(question: string, isHidden = false): Promise<string> {
  // The terminal itself shows nothing while it is read key by key: what is not echoed here stays unseen.
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: echo, terminal: true });
  try {
    const stopped = new Promise<never>((_, reject) => {
      const stop = (): void => {
        reject(new Error('Ended; nothing was made.'));
      };
      lines.once('SIGINT', stop).once('close', stop);
    });
    if (isHidden) process.stderr.write(question);
    return await Promise.race([lines.question(isHidden ? '' : question), stopped]);
  } finally {
    lines.close();
    if (isHidden) process.stderr.write('\n');
  }
}

/** The first line of standard input. */
export async function readInputLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new Error('Standard input is empty.');
}
