import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { S3Server } from '../files/s3-server';
import { BuiltCommand, type Ended } from '../support/servers/built-process';
import { CommandServer } from '../support/servers/command-server';
import {
  emptyDatabaseUrl,
  temporaryFolder,
  testDatabaseUrl,
  testServer,
  type TestDatabase,
} from '../support/service/database';
import { MailServer } from '../support/servers/mail-server';
import { hasRedis, RedisServer } from '../support/servers/redis-server';

/** The findings of `doctor`: state and words of each line by its name. */
interface Found {
  readonly code: number | null;
  readonly rows: readonly (readonly [name: string, state: string, message: string])[];
}

function foundBy({ code, stdout }: Ended): Found {
  const lines = stdout.trimEnd().split('\n');
  const rows = lines.map((line) => {
    const [, name = '', state = '', message = ''] = /^(.+?) {2,}(\S+) +(.*)$/.exec(line) ?? [];
    return [name, state, message] as const;
  });
  return { code, rows };
}

const about = ({ rows }: Found, name: string) => rows.find(([one]) => one === name)?.slice(1);
const states = ({ rows }: Found) => rows.map(([name, state]) => `${name} ${state}`);
const matching = (expected: RegExp) => expect.stringMatching(expected) as string;

describe('doctor', () => {
  let database: TestDatabase;
  let files: string;
  let commands: CommandServer;

  const doctor = async (
    environment: Record<string, string>,
    ...options: string[]
  ): Promise<Found> => foundBy(await commands.run(environment, 'doctor', ...options));
  /** Its process ends, whatever it was connected to. */
  const doctorByItself = async (
    environment: Record<string, string>,
    ...options: string[]
  ): Promise<Found> => foundBy(await BuiltCommand.run(environment, 'doctor', ...options));

  beforeAll(async () => {
    commands = await CommandServer.shared();
    database = await testDatabaseUrl();
    files = temporaryFolder();
  });

  afterAll(async () => {
    await database.drop();
  });

  it('finds a store in order, and reports what is not configured', async () => {
    const found = await doctor({ DATABASE_URL: database.url, FILES_URL: `file:${files}` });
    expect(states(found)).toEqual([
      'settings ok',
      'database ok',
      'schema ok',
      'replica -',
      'file store ok',
      'Redis -',
      'mail -',
      'documents -',
    ]);
    expect(found.code).toBe(0);
    const engine = testServer === undefined ? /^SQLite 3\./ : /^\d+\.\d+\.\d+.* on /;
    expect(about(found, 'database')).toEqual(['ok', matching(engine)]);
    expect(about(found, 'schema')).toEqual(['ok', matching(/^\d+ migrations have run; it is up/)]);
    expect(existsSync(files)).toBe(false);
  });

  it('prints JSON for scripts, with the same exit code', async () => {
    const settings = { DATABASE_URL: database.url, FILES_URL: `file:${files}` };
    const { code, stdout } = await commands.run(settings, 'doctor', '--json');
    const results = JSON.parse(stdout) as { check: string; state: string; message: string }[];
    expect(code).toBe(0);
    expect(results.map(({ check, state }) => `${check} ${state}`)).toEqual(
      states(await doctor(settings)).map((line) => line.replace(/ -$/, ' skipped')),
    );
    expect(results.every(({ message }) => message.length > 0)).toBe(true);
    const wrong = await commands.run({ ...settings, PORT: 'x' }, 'doctor', '--json');
    expect(wrong.code).toBe(1);
    expect((JSON.parse(wrong.stdout) as object[])[0]).toMatchObject({
      check: 'settings',
      state: 'wrong',
    });
  });

  it('changes nothing of a database that is empty, or not there', async () => {
    const empty = await emptyDatabaseUrl();
    const environment = { DATABASE_URL: empty.url, FILES_URL: `file:${files}` };
    const first = await doctor(environment);
    expect(first.code).toBe(0);
    const isFile = testServer === undefined;
    const expected = isFile
      ? ['-', matching(/^not created yet/)]
      : ['ok', matching(/^0 migrations .* more$/)];
    expect(about(first, 'schema')).toEqual(expected);
    if (isFile) expect(existsSync(empty.url.replace('sqlite:', ''))).toBe(false);
    expect(await doctor(environment)).toEqual(first);
    await empty.drop();
  });

  it("reports a Node.js that can't run SQLite, which MariaDB doesn't need", async () => {
    const withoutDriver = `--require ${join(__dirname, '../support/jest/without-sqlite.cjs')}`;
    const look = async (url: string) =>
      doctorByItself({
        DATABASE_URL: url,
        FILES_URL: `file:${files}`,
        NODE_OPTIONS: withoutDriver,
      });
    const isFile = testServer === undefined;
    expect((await look(database.url)).code).toBe(isFile ? 1 : 0);
    const found = await look(`sqlite:${join(files, 'not-there.sqlite')}`);
    expect(found.code).toBe(1);
    expect(about(found, 'database')).toEqual([
      'wrong',
      matching(/^Node\.js \S+ can't load the SQLite driver: run npm ci with this Node\.js/),
    ]);
    expect(about(found, 'schema')).toEqual(['-', 'the database is not reachable']);
  });

  it('reports every setting that is wrong', async () => {
    const found = await doctor({ PORT: 'x', RATE_LIMIT: '0', SMTP_URL: 'smtp://127.0.0.1' });
    expect(found.code).toBe(1);
    expect(found.rows.slice(0, 3)).toEqual([
      ['settings', 'wrong', matching(/^PORT must be /)],
      ['settings', 'wrong', matching(/^RATE_LIMIT must be /)],
      ['settings', 'wrong', matching(/^SMTP_URL needs MAIL_FROM/)],
    ]);
    expect(states(found).slice(3)).toEqual([
      'database -',
      'schema -',
      'replica -',
      'file store -',
      'Redis -',
      'mail -',
      'documents -',
    ]);
  });

  it('reports all that is out of reach, and no secret', async () => {
    const found = await doctorByItself({
      DATABASE_URL: 'mysql://root:canary-secret@127.0.0.1:1/store',
      DATABASE_READ_URL: 'mysql://reader:canary-secret@127.0.0.1:2/store',
      FILES_URL: 's3://bucket/prefix',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'canary-secret',
      S3_SECRET_ACCESS_KEY: 'canary-secret',
      REDIS_URL: 'redis://:canary-secret@127.0.0.1:1',
      SMTP_URL: 'smtp://shop:canary-secret@127.0.0.1:1',
      MAIL_FROM: 'shop@example.com',
    });
    expect(found.code).toBe(1);
    expect(found.rows.slice(1)).toEqual([
      ['database', 'wrong', matching(/^DATABASE_URL: there is no server at 127\.0\.0\.1:1 /)],
      ['schema', '-', 'the database is not reachable'],
      ['replica', 'wrong', matching(/^DATABASE_READ_URL: there is no server at 127\.0\.0\.1:2 /)],
      [
        'file store',
        'wrong',
        matching(/^The file store can't be reached at the moment\. .*ECONNREFUSED/),
      ],
      ['Redis', 'wrong', matching(/^REDIS_URL: Redis does not respond \(.*ECONNREFUSED/)],
      ['mail', 'wrong', matching(/^SMTP_URL: the server does not accept mails \(.*ECONNREFUSED/)],
      ['documents', '-', 'DOCUMENT_TEMPLATES is not set: the built-in templates are used'],
    ]);
    expect(JSON.stringify(found)).not.toContain('canary-secret');
  });

  (testServer === undefined ? it.skip : it)('tells a replica of something else', async () => {
    const empty = await emptyDatabaseUrl();
    const replica = async (url: string): Promise<unknown> =>
      about(await doctor({ DATABASE_URL: database.url, DATABASE_READ_URL: url }), 'replica');
    expect(await replica(database.url)).toEqual(['ok', matching(/ on /)]);
    expect(await replica(empty.url)).toEqual([
      'wrong',
      matching(/^DATABASE_READ_URL: \d+ migrations of DATABASE_URL are missing/),
    ]);
    await empty.drop();
  });

  it('tries the bucket, the mail server and Redis, leaves nothing there, and ends', async () => {
    const bucket = await S3Server.start();
    const mail = await MailServer.start();
    const redis = hasRedis ? await RedisServer.start() : undefined;
    try {
      const environment = {
        ...bucket.environment,
        ...(redis && { REDIS_URL: redis.url }),
        DATABASE_URL: database.url,
        SMTP_URL: mail.url,
        MAIL_FROM: 'shop@example.com',
      };
      const untried = await doctor(environment);
      expect(about(untried, 'file store')).toEqual(['ok', matching(/ was not tested, .* --write/)]);
      expect(bucket.received).toBe(0);
      const found = await doctorByItself(environment, '--write');
      expect(about(found, 'file store')).toEqual([
        'ok',
        matching(/^a file was stored and removed/),
      ]);
      expect(about(found, 'mail')).toEqual([
        'ok',
        'the server accepts mails from shop@example.com',
      ]);
      if (redis) expect(about(found, 'Redis')).toEqual(['ok', matching(/^Redis \d+\./)]);
      expect(found.code).toBe(0);
      expect(bucket.received).toBeGreaterThan(0);
      expect([await bucket.keys(), mail.mails]).toEqual([[], []]);
    } finally {
      await Promise.all([bucket.stop(), mail.stop(), redis?.stop()]);
    }
  });

  describe('where FILES_URL names a folder', () => {
    const look = async (folder: string, ...options: string[]): Promise<unknown> => {
      const environment = { DATABASE_URL: database.url, FILES_URL: `file:${folder}` };
      const found = await doctor(environment, ...options);
      expect(found.code).toBe(0);
      return about(found, 'file store');
    };
    let top: string;
    beforeEach(() => {
      top = temporaryFolder();
      mkdirSync(join(top, 'files/shop'), { recursive: true });
    });
    afterEach(() => {
      rmSync(top, { recursive: true });
    });

    it('stores nothing in one without a file store, unless that is confirmed', async () => {
      const folder = join(top, 'files');
      expect(await look(folder)).toEqual(['ok', matching(/ was not tested, .* --write/)]);
      expect(readdirSync(folder)).toEqual(['shop']);
      const tried = ['ok', matching(/^a file was stored and removed/)];
      expect(await look(folder, '--write')).toEqual(tried);
      expect(readdirSync(folder)).toEqual(['shop']);
      for (const own of ['.service', '.file-store']) {
        mkdirSync(join(folder, own));
        expect(await look(folder)).toEqual(tried);
        rmSync(join(folder, own), { recursive: true });
      }
    });

    it('warns of one that links to a system folder, and stores nothing there', async () => {
      const link = join(top, 'link');
      symlinkSync('/opt', link);
      const before = readdirSync('/opt');
      const leads = new RegExp(
        `^FILES_URL: ${link} links to /opt, a system folder; everybody .* \\(.* was not tested`,
      );
      expect(await look(link)).toEqual(['warn', matching(leads)]);
      expect(await look('/etc')).toEqual([
        'warn',
        matching(/^FILES_URL: \/etc is a system folder/),
      ]);
      expect(await look('/etc/store-files')).toEqual(['warn', matching(/ does not exist yet/)]);
      const service = join(__dirname, '../..');
      expect(await look(service)).toEqual(['warn', matching(/ contains the service itself; /)]);
      expect(readdirSync('/opt')).toEqual(before);
      expect(await look(link, '--write')).toEqual([
        'warn',
        matching(/ was stored and removed again/),
      ]);
      expect(readdirSync('/opt')).toEqual(before);
    });
  });

  (testServer === undefined ? it : it.skip)('refuses files around the database', async () => {
    const folder = join(database.url.replace('sqlite:', ''), '..');
    const found = await doctor({ DATABASE_URL: database.url, FILES_URL: `file:${folder}` });
    expect(about(found, 'file store')).toEqual([
      'wrong',
      matching(/^FILES_URL: \S+ contains the database, which everybody could download /),
    ]);
    expect(found.code).toBe(1);
  });

  it('asks no Redis that is not used', async () => {
    const environment = { DATABASE_URL: database.url, REDIS_URL: 'redis://127.0.0.1:1' };
    const off = await doctor({ ...environment, RATE_LIMIT: 'off' });
    expect(about(off, 'Redis')).toEqual(['-', 'RATE_LIMIT is off: Redis is not used']);
  });
});
