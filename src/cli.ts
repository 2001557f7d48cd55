import 'reflect-metadata';
import { commandLine } from './commands/command-line';
import { endedEarly } from './commands/ended-early';
import { keepHeapSteady } from './threads/steady-heap';

keepHeapSteady('command');
commandLine(process.env)
  .parseAsync()
  .catch((error: unknown) => process.exit(endedEarly(error)));
