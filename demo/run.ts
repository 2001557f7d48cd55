/** `npm run demo`: a filled store to look at, in a database of its own; docs/demo.md says what is in it. */
import { join, resolve } from 'node:path';
import { runDemo } from './demo';

const root = resolve(__dirname, '../..');

runDemo({
  args: process.argv.slice(2),
  folder: join(root, 'data', 'demo'),
  main: join(root, 'dist', 'main.js'),
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
