import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { difference, documentedAnswers } from './answers';
import { type CommandBlock, ROOT } from './pages';

/** Programs that the pages use in addition to npm's, and that are missing. */
export const missingPrograms: readonly string[] = ['bash', 'curl', 'jq'].filter(
  (name) => spawnSync(name, ['--version']).error !== undefined,
);

/** The parts of the project that a reader has where commands are run. */
const PROJECT = ['package.json', 'node_modules', 'dist', 'docs', 'assets'];

/** A request of a page, and what came back. */
interface Request {
  readonly line: number;
  readonly status: string;
  readonly body: string;
}

/** One bash that the commands of a page are pasted into, in a folder that looks like the project's. */
export class ShellSession {
  readonly folder = mkdtempSync(join(tmpdir(), 'page-'));
  private readonly records = join(this.folder, '.records');

  constructor() {
    mkdirSync(this.records);
    for (const name of PROJECT) symlinkSync(join(ROOT, name), join(this.folder, name));
  }

  /**
   * Runs the blocks one after the other.
   * @param environment all that bash sees, apart from PATH
   * @returns what went wrong, each with its line of the page
   */
  async run(
    blocks: readonly CommandBlock[],
    environment: Readonly<Record<string, string>>,
  ): Promise<string[]> {
    const script = join(this.folder, '.page');
    writeFileSync(script, atTheirLines(blocks));
    const env = {
      ...{
        PATH: process.env['PATH'],
        HOME: this.folder,
        LANG: 'C.UTF-8',
        npm_config_update_notifier: 'false',
      },
      ...{ BASH_ENV: join(__dirname, 'session.bash'), RECORDS: this.records, ...environment },
    };
    const bash = spawn('bash', [script], { cwd: this.folder, env, stdio: 'pipe' });
    bash.stdin.end();
    let told = '';
    bash.stdout.resume();
    bash.stderr.on('data', (chunk: Buffer) => (told += chunk.toString('utf8')));
    const [code] = (await once(bash, 'close')) as [number];
    const problems = [...this.failures(), ...this.misanswered(blocks)];
    // An unset variable ends bash at once.
    if (code !== 0 && problems.length === 0) problems.push(`exit code ${code}`);
    return problems.length === 0 ? [] : [...problems, told];
  }

  end(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** Commands that ended with another exit code than 0. */
  private failures(): string[] {
    return this.notes('failed').map(({ line, text }) => `line ${line}: ${text.trim()}`);
  }

  /** Requests whose answer differs from the page, or is an error that the page doesn't mention. */
  private misanswered(blocks: readonly CommandBlock[]): string[] {
    const requests = this.notes('status').map(({ name, line, text }): Request => {
      return { line, status: text, body: readFileSync(join(this.records, `${name}.body`), 'utf8') };
    });
    const answers = blocks.flatMap(documentedAnswers);
    const answered = new Map(
      answers.map((answer) => [requests.findLast(({ line }) => line <= answer.line), answer]),
    );
    return requests.flatMap((request) => {
      const { status, body } = answered.get(request) ?? {};
      const hasStatus =
        status === undefined ? /^[23]\d\d$/.test(request.status) : `${status}` === request.status;
      const wrong = !hasStatus
        ? `${request.status} instead of ${status ?? 'success'}`
        : rejection(request.body) || (body !== undefined && difference(body, parsed(request.body)));
      return wrong ? [`line ${request.line}: ${wrong}\n${request.body.slice(0, 2000)}`] : [];
    });
  }

  private notes(kind: string): { name: string; line: number; text: string }[] {
    return readdirSync(this.records)
      .filter((file) => file.endsWith(`.${kind}`))
      .sort()
      .map((file) => {
        const name = file.slice(0, -kind.length - 1);
        const text = readFileSync(join(this.records, file), 'utf8');
        return { name, line: Number(name.split('-')[1]), text };
      });
  }
}

/** A script whose commands have the same line numbers as in the page, so that bash names those. */
function atTheirLines(blocks: readonly CommandBlock[]): string {
  const script: string[] = [];
  for (const { line, lines } of blocks) {
    while (script.length < line - 1) script.push('');
    script.push(...lines);
  }
  return `${script.join('\n')}\n`;
}

/** An import succeeds as a request, whatever becomes of its lines. */
function rejection(body: string): string | undefined {
  const rejected = /^\{"created":.*?"rejected":(\d+)/.exec(body)?.[1] ?? '0';
  return rejected === '0' ? undefined : `${rejected} lines were rejected`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
