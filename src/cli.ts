import 'reflect-metadata';
import { CommanderError } from 'commander';
import { commandLine } from './commands/command-line';
import { DONE, NOT_DONE } from './commands/exit-codes';
import { messageOf } from './commands/messages';
import { keepHeapSteady } from './threads/steady-heap';

keepHeapSteady();
commandLine(process.env)
  .parseAsync()
  .catch((error: unknown) => {
    // Help, or a wrong command line: commander has told all.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? DONE : NOT_DONE);
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(NOT_DONE);
  });
