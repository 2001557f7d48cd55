import 'reflect-metadata';
import { createProgram } from './commands/command-line';
import { reportFailure } from './commands/ended-early';
import { limitHeapGrowth } from './threads/steady-heap';

limitHeapGrowth('command');
createProgram(process.env)
  .parseAsync()
  .catch((error: unknown) => process.exit(reportFailure(error)));
