import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Whether there is a terminal for prompts. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

export interface PromptOptions {
  readonly isHidden?: boolean;
}

/**
 * Asks a question at the terminal; standard output stays free for the output of the command.
 * @param options.isHidden whether the input is hidden
 * @returns the input
 * @throws Error if the user presses Ctrl-C or Ctrl-D
 */
export async function prompt(
  question: string,
  { isHidden = false }: PromptOptions = {},
): Promise<string> {
  // In raw mode the terminal echoes nothing itself: only this stream shows the input.
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const readline = createInterface({ input: process.stdin, output: echo, terminal: true });
  try {
    const canceled = new Promise<never>((_, reject) => {
      const cancel = (): void => {
        reject(new Error('Canceled; nothing was created.'));
      };
      readline.once('SIGINT', cancel).once('close', cancel);
    });
    if (isHidden) process.stderr.write(question);
    return await Promise.race([readline.question(isHidden ? '' : question), canceled]);
  } finally {
    readline.close();
    if (isHidden) process.stderr.write('\n');
  }
}

/** Returns the first line of standard input. @throws Error if it is empty */
export async function readInputLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new Error('Standard input is empty.');
}
