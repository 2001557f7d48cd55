import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createCompletionScript } from '../../src/commands/completion-command';
import { createProgram } from '../../src/commands/command-line';
import { Database } from '../../src/database';
import { BuiltCommand, type Ended } from '../support/servers/built-process';
import { CommandServer } from '../support/servers/command-server';
import { testDatabaseUrl, type TestDatabase } from '../support/service/database';
import { Service } from '../support/service/service';

const CLI = join(__dirname, '../../dist/cli.js');
const PASSWORD = 'correct horse battery staple';

/** Lets a command ask at a terminal of its own (util-linux). */
const hasTerminals = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
})();

describe('the command line', () => {
  let database: TestDatabase;
  let commands: CommandServer;

  beforeAll(async () => {
    commands = await CommandServer.shared();
    database = await testDatabaseUrl();
  });

  afterAll(async () => {
    await database.drop();
  });

  const run = (...args: readonly string[]): Promise<Ended> =>
    commands.run({ DATABASE_URL: database.url }, ...args);
  const runByItself = (...args: readonly string[]): Promise<Ended> =>
    BuiltCommand.run({ DATABASE_URL: database.url }, ...args);

  it('prints its version', async () => {
    const file = readFileSync(join(__dirname, '../../package.json'), 'utf8');
    const { version } = JSON.parse(file) as { version: string };
    const printed = { code: 0, stdout: `${version}\n`, stderr: '' };
    expect(await run('--version')).toEqual(printed);
  });

  it('prints its commands and exit codes', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const word of ['admins', 'keys', 'outbox', 'doctor', 'completion', 'Exit codes:'])
      expect(stdout).toContain(word);
  });

  it.each<[string, RegExp]>([
    ['nothing-like-that', /^error: unknown command 'nothing-like-that'$/],
    ['keys list --all', /^error: unknown option '--all'$/],
    ['keys create erp', /^error: required option '--scopes <list>' not specified$/],
    ['keys create erp --scopes sales', /The scope "sales" is unknown. Scopes: customTags:read, /],
    ['keys create erp --scopes * --expires soon', /^--expires must be an ISO 8601 instant/],
    ['keys delete first', /value 'first' is invalid for argument 'id'. An id is a whole number/],
    ['keys rotate 0', /An id is a whole number from 1\.$/],
    ['keys rotate 1 --keep-old-for 604801', /It must be a whole number from 0 to 604800\.$/],
    ['outbox list --state lost', /Allowed choices are /],
    ['outbox replay x', /An id is a whole number from 1\.$/],
    ['outbox replay', /^Set either the id of a message or --failed\.$/],
    ['admins create grace --level 2', /Allowed choices are 3, 4\.$/],
    ['completion --as a;b', /^--as must be the name of a command\.$/],
  ])('knows that this is wrong: %s', async (line, message) => {
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const parsed = async () => createProgram({}).parseAsync(line.split(' '), { from: 'user' });
    await expect(parsed()).rejects.toThrow(message);
    written.mockRestore();
  });

  it.each<[string, RegExp, typeof run]>([
    ['keys list --all', /^error: unknown option '--all'$/, runByItself],
    [
      'keys create erp --scopes * --expires 2001-01-31',
      /^The expiry of the key has passed\.$/,
      run,
    ],
    ['keys delete 99', /^There is no apiKey 99\.$/, run],
    ['outbox replay 99', /^There is no outbox message 99\.$/, run],
    ['admins create grace', /^There is no terminal for prompts: set --email, --first-name, /, run],
    ['import /nowhere.ndjson', /^The import ended early: ENOENT/, run],
  ])('reports in one line what is wrong, and ends with 2: %s', async (line, message, runIt) => {
    const { code, stdout, stderr } = await runIt(...line.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('makes keys, lists them, gives them other secrets and deletes them', async () => {
    const made = await run('keys', 'create', 'erp', '--scopes', 'sales:write, users:read');
    const [id = '', key] = made.stdout.trim().split('\t');
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(key).toMatch(/^osk_[\w-]{43}$/);
    const list = async () => (await run('keys', 'list')).stdout.split('\n');
    expect(await list()).toContain(`${id}\terp\tsales:write,users:read\tnever used\tby the system`);
    const rotated = await run('keys', 'rotate', id, '--keep-old-for', '0');
    expect(rotated.stdout).toMatch(new RegExp(`^${id}\tosk_[\\w-]{43}\n$`));
    expect(rotated.stdout).not.toContain(key);
    expect(await run('keys', 'delete', id)).toEqual({ code: 0, stdout: 'Deleted.\n', stderr: '' });
    expect((await list()).join()).not.toContain('erp');
  });

  it('lists keys in a line each, whatever they are called', async () => {
    const called = 'e\u001b[2J\u009b1m\r\n9\troot\u2028\u202ex';
    const made = await run('keys', 'create', called, '--scopes', 'news:read');
    const [id = ''] = made.stdout.split('\t');
    const { stdout } = await run('keys', 'list');
    expect(stdout).toContain(`${id}\te [2J 1m 9 root x\tnews:read\tnever used\tby the system\n`);
    await run('keys', 'delete', id);
  });

  it('notes in the journal that data was taken along, and of whom', async () => {
    const everything = await run('export', '--out', '-');
    expect(everything).toMatchObject({ code: 0, stderr: expect.stringMatching(/position \d+\n$/) });
    expect(await run('export', '--user', '7', '--out', '-')).toMatchObject({ code: 0, stdout: '' });
    const opened = await Database.open(database.url);
    try {
      const entries = await opened.select(
        "SELECT kind, record_id, action, by_kind FROM journal_entries WHERE kind LIKE '%xport' ORDER BY id",
      );
      const noted = { action: 'created', by_kind: 'system' };
      expect(entries).toEqual([
        { kind: 'export', record_id: 0, ...noted },
        { kind: 'export', record_id: 0, ...noted },
        { kind: 'personExport', record_id: 7, ...noted },
      ]);
    } finally {
      await opened.close();
    }
  });

  /** Runs `admins create` with these lines as its standard input. */
  const createBy = (input: string, ...args: readonly string[]): Promise<Ended> =>
    commands.runWith(input, { DATABASE_URL: database.url }, 'admins', 'create', ...args);
  /** The same in a process of its own. */
  const createByItself = async (input: string, ...args: readonly string[]) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: database.url };
    const child = spawn(process.execPath, [CLI, 'admins', 'create', ...args], { env });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    child.stdin.on('error', () => undefined).end(input);
    const [code] = (await once(child, 'close')) as [number];
    return { code, stdout, stderr };
  };
  const known = ['--email', 'grace@example.com', '--first-name', 'Grace', '--country', 'ES'];
  const fromInput = [...known, '--password-stdin'];

  it.each<[string, readonly string[], RegExp]>([
    ['short\n', ['grace', ...fromInput], /^--password-stdin: The text must have at least 8 /],
    ['', ['grace', ...fromInput], /^Standard input is empty\.\n$/],
    [PASSWORD, ['grace', ...fromInput, '--country', 'Spain'], /^--country: The value must be /],
    [
      PASSWORD,
      ['grace', ...fromInput, '--email', 'grace'],
      /^--email: The value must be an e-mail/,
    ],
    [PASSWORD, ['grace', ...fromInput, '--language', 'xx'], /^--language: The value must be /],
  ])('makes no administrator of %j %j', async (input, args, message) => {
    expect(await createBy(input, ...args)).toEqual({
      ...{ code: 2, stdout: '' },
      stderr: expect.stringMatching(message) as string,
    });
  });

  it('makes an administrator, who can log in, and a second one in the same group', async () => {
    const made = await createByItself(`${PASSWORD}\n`, 'grace', ...fromInput);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^\d+\tgrace\n$/);
    const again = await createBy(`${PASSWORD}\n`, 'grace', ...fromInput);
    expect(again).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/grace/) });
    const other = [...fromInput, '--email', 'ada@example.com', '--level', '4'];
    expect(await createBy(`${PASSWORD}\n`, 'ada', ...other)).toMatchObject({ code: 0, stderr: '' });

    const service = await Service.start({ DATABASE_URL: database.url });
    try {
      for (const [nick, systemLevel] of [
        ['grace', 3],
        ['ada', 4],
      ] as const) {
        const login = await fetch(`${service.url}/v1/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ auth: { nick, password: PASSWORD } }),
        });
        expect(login.status).toBe(201);
        expect(await login.json()).toMatchObject({ user: { pId: nick, systemLevel } });
      }
    } finally {
      await service.stop();
    }
  });

  /** A command at a terminal of its own. */
  const runAtTerminal = (command: string): ChildProcessWithoutNullStreams =>
    spawn('script', ['-qfec', `${process.execPath} ${CLI} ${command}`, '/dev/null'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database.url, TERM: 'dumb' },
    });

  (hasTerminals ? it : it.skip)('labels a new key at a terminal', async () => {
    const child = runAtTerminal("keys create shop --scopes '*'");
    const shown = await text(child.stdout);
    expect(shown).toMatch(/^API key \d+, shown only now: {2}osk_[\w-]{43}\r?\n$/);
  });

  (hasTerminals ? it : it.skip)(
    'asks at a terminal for what is missing, the password unseen',
    async () => {
      const child = runAtTerminal('admins create --email eve@example.com');
      let shown = '';
      child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString('utf8')));
      const answers: readonly (readonly [question: string, answer: string])[] = [
        ['Login name: ', ''],
        ['Login name: ', 'eve'],
        ['First name: ', 'Eve'],
        ['Country, two letters: ', 'ES'],
        ['Password: ', 'short'],
        ['Password: ', PASSWORD],
        ['Password again: ', 'something else'],
        ['Password: ', PASSWORD],
        ['Password again: ', PASSWORD],
      ];
      const ended = once(child, 'close');
      let from = 0;
      for (const [question, answer] of answers) {
        while (shown.indexOf(question, from) < 0) await once(child.stdout, 'data');
        from = shown.indexOf(question, from) + question.length;
        child.stdin.write(`${answer}\r`);
      }
      const [code] = (await ended) as [number];
      expect(code).toBe(0);
      expect(shown).toContain('The two passwords differ.');
      expect(shown).toMatch(/\d+\teve\r?\n$/);
      expect(shown).not.toContain('horse');
      expect(shown).not.toContain('short');
    },
  );

  it.each([
    ['', 'ke', 'keys'],
    ['keys', '', 'list create rotate delete --help'],
    ['keys create', '--', '--scopes --expires --help'],
    ['keys create erp', '--s', '--scopes'],
    ['outbox list --state', 'f', 'failed'],
    ['doctor', '', '--write --json --help'],
  ])('lets bash complete %j with %j to %j', (before, last, expected) => {
    const words = ['store', ...before.split(' ').filter(Boolean), last];
    const script = [
      createCompletionScript(createProgram({}), 'store'),
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}`,
      '_complete_store; echo "${COMPREPLY[@]}"',
    ].join('\n');
    expect(execFileSync('bash', ['--norc', '-euc', script], { encoding: 'utf8' }).trim()).toBe(
      expected,
    );
  });
});
