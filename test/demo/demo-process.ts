/** The demo as a process of its own, in a folder of its own: its first argument is the folder, the others follow. */
import { join } from 'node:path';
import { runDemo } from '../../demo/demo';

const [folder = '', ...args] = process.argv.slice(2);

runDemo({ args, folder, main: join(__dirname, '../../dist/main.js') }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
