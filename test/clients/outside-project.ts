import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listCompileErrors } from '../support/jest/compiler';
import { temporaryFolder } from '../support/service/database';

const run = promisify(execFile);
const ROOT = join(__dirname, '../..');
const NAME = 'online-store-administration-client';

/** A project of somebody else's, with the client as it is shipped in its node_modules. */
export class OutsideProject {
  private constructor(readonly folder: string) {}

  /** Builds and packs the client, and unpacks it into the project. */
  static async make(): Promise<OutsideProject> {
    const folder = temporaryFolder();
    const modules = join(folder, 'node_modules');
    const target = join(modules, NAME);
    mkdirSync(target, { recursive: true });
    const options = ['pack', '--silent', '--pack-destination', folder];
    const { stdout } = await run('npm', options, { cwd: join(ROOT, 'clients/typescript') });
    const file = stdout.trim().split('\n').at(-1) ?? '';
    await run('tar', ['-xzf', join(folder, file), '-C', target, '--strip-components=1']);
    symlinkSync(join(ROOT, 'node_modules/openapi-fetch'), join(modules, 'openapi-fetch'));
    return new OutsideProject(folder);
  }

  /** The package, as `require` has it. */
  require<T extends object>(): T {
    return jest.requireActual<T>(join(this.folder, 'node_modules', NAME, 'dist/cjs/index.js'));
  }

  /** @returns what a program of the project writes */
  async run(name: string, source: string): Promise<string> {
    writeFileSync(join(this.folder, name), source);
    return (await run(process.execPath, [name], { cwd: this.folder })).stdout;
  }

  /** @returns the compiler's errors, with the strictest settings, libraries included */
  compile(sources: Readonly<Record<string, string>>): string[] {
    for (const [name, source] of Object.entries(sources))
      writeFileSync(join(this.folder, name), source);
    return listCompileErrors({
      compilerOptions: {
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noPropertyAccessFromIndexSignature: true,
        skipLibCheck: false,
        types: [],
        module: 'nodenext',
        target: 'es2023',
        lib: ['es2023', 'dom', 'dom.asynciterable'],
      },
      files: Object.keys(sources).map((name) => join(this.folder, name)),
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
