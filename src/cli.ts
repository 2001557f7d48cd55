import 'reflect-metadata';
import { commandLine } from './commands/command-line';
import { endedEarly } from './commands/ended-early';
import { limitHeapGrowth } from './threads/steady-heap';

limitHeapGrowth('command');
commandLine(process.env)
  .parseAsync()
  .catch((error: unknown) => process.exit(endedEarly(error)));
