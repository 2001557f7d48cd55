import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

it('builds over what a running service still loads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-build-'));
  const at = (path: string): string => join(folder, path);
  try {
    copyFileSync(join(ROOT, 'nest-cli.json'), at('nest-cli.json'));
    symlinkSync(join(ROOT, 'node_modules'), at('node_modules'));
    const compilerOptions = { outDir: 'dist', rootDir: 'src', types: [] };
    writeFileSync(at('tsconfig.build.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    for (const name of ['src', 'dist']) mkdirSync(at(name));
    writeFileSync(at('src/main.ts'), 'export const started = true;\n');
    writeFileSync(at('dist/loaded-later.js'), '');
    execFileSync(process.execPath, [join(ROOT, 'node_modules/.bin/nest'), 'build'], {
      cwd: folder,
    });
    expect(readdirSync(at('dist'))).toEqual(expect.arrayContaining(['loaded-later.js', 'main.js']));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
