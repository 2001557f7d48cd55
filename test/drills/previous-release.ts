import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { BuiltCommand } from '../support/servers/built-process';
import type { MariaDbServer } from '../support/servers/mariadb-server';
import type { DrillOutcome } from './drill';
import { HttpSuite } from './http-suite';

const ROOT = join(__dirname, '../..');

/** Makes the database that all specs of a run get copies of, and nothing else. */
const FIRST_SPEC = 'test/api/template.e2e-spec.ts';
const firstSpec = `import { testDatabaseUrl } from '../support/database';
it('makes the template', async () => {
  await (await testDatabaseUrl()).drop();
});
`;

/** The part of a package-lock.json that is read. */
interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/**
 * The previous release, as its sources were, with its own HTTP specs on databases that this version has migrated. An
 * update without a pause requires this of every migration, while processes of both versions are at work.
 */
export class PreviousRelease {
  private readonly folder = mkdtempSync(join(tmpdir(), 'store-previous-'));
  private readonly suite: HttpSuite;

  constructor(private readonly server: MariaDbServer | undefined) {
    this.suite = new HttpSuite({
      root: this.folder,
      ...(server ? { serverUrl: server.url } : {}),
    });
  }

  /** @param specs beginnings of their paths; all HTTP specs by default */
  async runSpecs(specs: readonly string[] = ['test/api']): Promise<DrillOutcome> {
    const commit = previousCommit();
    console.log(`The previous release is that of commit ${commit.slice(0, 7)}`);
    const sources = git('archive', '--format=tar', commit);
    execFileSync('tar', ['-x', '-C', this.folder], { input: sources });
    this.installPackages();
    writeFileSync(join(this.folder, FIRST_SPEC), firstSpec);
    const first = await this.suite.run([FIRST_SPEC]);
    if (first.violations.length > 0) throw new Error(first.violations.join('\n'));
    for (const url of await this.templates()) {
      const { code, stdout, stderr } = await BuiltCommand.run({ DATABASE_URL: url }, 'migrate');
      if (code !== 0) throw new Error(`cli migrate: ${stderr}`);
      console.log(stdout.trim());
    }
    return this.suite.run(specs);
  }

  async end(): Promise<void> {
    await this.suite.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Those of this version serve where all of the previous one are among them. */
  private installPackages(): void {
    const [wanted, there] = [this.folder, ROOT].map(
      (root) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock,
    ) as [Lock, Lock];
    const isAllThere = Object.entries(wanted.packages).every(
      ([path, { version }]) => path === '' || there.packages[path]?.version === version,
    );
    if (isAllThere) symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: this.folder });
  }

  private async templates(): Promise<string[]> {
    if (!this.server) {
      const folder = join(this.suite.folder, 'store-tests');
      const files = existsSync(folder) ? readdirSync(folder) : [];
      return files
        .filter((file) => /^template_\w+\.sqlite$/.test(file))
        .map((file) => `sqlite:${join(folder, file)}`);
    }
    const { url } = this.server;
    const connection = await createConnection(url);
    const [rows] = await connection.query("SHOW DATABASES LIKE 'store\\_template\\_%'");
    await connection.end();
    return (rows as Record<string, string>[]).map((row) => `${url}/${Object.values(row)[0]}`);
  }
}

/**
 * The newest tag of a version. Before the first tag it is the commit that first kept the newest version's outline,
 * which clients depend on.
 * @throws Error without such a commit, or if it is this one
 */
function previousCommit(): string {
  const head = git('rev-parse', 'HEAD').toString().trim();
  const [tag] = lines(git('tag', '--list', 'v*', '--sort=-version:refname', '--no-contains', head));
  if (tag) return lines(git('rev-list', '-n', '1', tag))[0] ?? '';
  const [kept] = readdirSync(join(ROOT, 'docs/releases')).sort().reverse();
  const path = `docs/releases/${kept}`;
  const first = lines(git('log', '--diff-filter=A', '--format=%H', '--', path)).at(-1);
  if (first === undefined || first === head)
    throw new Error(
      'There is no previous release: neither a tag nor an older commit that kept one',
    );
  return first;
}

function git(...args: readonly string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: 1024 ** 3 });
}

function lines(output: Buffer): string[] {
  return output.toString().split('\n').filter(Boolean);
}
