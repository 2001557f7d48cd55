import 'reflect-metadata';
import { createProgram } from './commands/command-line';
import { reportFailure } from './commands/report-failure';
import { limitHeapGrowth } from './threads/heap-growth';

limitHeapGrowth('command');
createProgram(process.env)
  .parseAsync()
  .catch((error: unknown) => process.exit(reportFailure(error)));
