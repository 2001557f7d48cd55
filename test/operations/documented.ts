import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The commands of the documentation under this name. */
export function documented(name: string): string {
  const page = readFileSync(join(ROOT, 'docs/backup.md'), 'utf8');
  const block = new RegExp(`\`\`\`sh ${name}\n(.*?)\`\`\``, 's').exec(page)?.[1];
  if (block === undefined) throw new Error(`docs/backup.md has no commands ${name}`);
  return block;
}
