/** `npm run demo`: serves a filled store in its own database; docs/demo.md describes its content. */
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
