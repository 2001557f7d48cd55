import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { BuiltService } from '../../../support/servers/built-process';
import { CommandServer } from '../../../support/servers/command-server';
import {
  temporaryFolder,
  testDatabaseUrl,
  type TestDatabase,
} from '../../../support/service/database';
import { exchange } from '../requests/exact-request';

/** The output of a start, and the reasons to end it: most of them are checked before a database is opened. */
describe('the start', () => {
  let database: TestDatabase;
  let commands: CommandServer;
  const running: BuiltService[] = [];

  beforeAll(async () => {
    commands = await CommandServer.shared();
  });

  beforeEach(async () => {
    database = await testDatabaseUrl();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
    await database.drop();
  });

  /** How often it warns that links are made of what clients send: once, in production, where no address is set. */
  const linkWarnings = ({ stdout }: { stdout: string }) =>
    stdout.split('PUBLIC_BASE_URL is not set').length - 1;

  it('does not start on a port that is taken, makes its first key when the port is its own, explains later how to make another, and warns in production', async () => {
    const environment = { DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
    const taken = net.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as net.AddressInfo;
    const refused = await BuiltService.spawn({ ...environment, PORT: String(port) }).ended;
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain(
      `PORT: ${port} is in use on 127.0.0.1; stop the other program`,
    );
    expect(refused.stderr.trimEnd().split('\n')).toHaveLength(1);
    taken.close();
    const first = await BuiltService.start(environment);
    running.push(first);
    expect(first.firstKey).toBeDefined();
    expect(linkWarnings(await first.stop())).toBe(0);
    const again = await BuiltService.start({ ...environment, NODE_ENV: 'production' });
    running.push(again);
    expect(again.stdout).toContain('The only API key was never used.');
    const listed = await exchange(again.url, { path: '/v1/apiKeys', key: first.firstKey ?? null });
    expect(listed.status).toBe(200);
    expect(linkWarnings(await again.stop())).toBe(1);
    const address = { NODE_ENV: 'production', PUBLIC_BASE_URL: 'https://shop.example' };
    const used = await BuiltService.start({ ...environment, ...address });
    running.push(used);
    expect(used.stdout).not.toContain('API key');
    expect(linkWarnings(await used.stop())).toBe(0);
  });

  it.each<[string, string, RegExp]>([
    ['PORT', 'abc', /^The service can't start: PORT must be .*"abc"/],
    [
      'DATABASE_URL',
      'mysql://root:canary-secret@127.0.0.1:1/x',
      /: DATABASE_URL: there is no server at 127\.0\.0\.1:1 \(ECONNREFUSED\); start it/,
    ],
    [
      'DATABASE_URL',
      'mysql://root:canary-secret@127.0.0.1:3306',
      /: DATABASE_URL: no database is named: add its name to the address, mysql:/,
    ],
    [
      'DATABASE_URL',
      'sqlite:/dev/null/nowhere/store.sqlite',
      /: DATABASE_URL: \/dev\/null\/nowhere\/store\.sqlite can't be opened for writing/,
    ],
    ['DATABASE_URL', `sqlite:${__filename}`, /: DATABASE_URL: .* is not an SQLite database; /],
    ['FILES_URL', `file:${__filename}`, /: FILES_URL: .* is not a folder; set another path/],
    ['S3_ACCESS_KEY_ID', 'key', /: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together/],
    ['SMTP_URL', 'smtp://127.0.0.1', /: SMTP_URL needs MAIL_FROM/],
    ['HOST', '192.0.2.1', /: HOST: 192\.0\.2\.1 is not an address of this machine/],
    ['BOOTSTRAP_API_KEY', 'osk_canary-secret', /BOOTSTRAP_API_KEY must be/],
  ])('does not start with %s=%s, and reports why in one line', async (name, value, message) => {
    const { code, stdout, stderr } = await commands.runFailingStart({
      ...{ DATABASE_URL: database.url, PORT: '0' },
      [name]: value,
    });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('canary-secret');
  });

  it('does not start on SQLite without its driver, and reports why in one line', async () => {
    const { code, stdout, stderr } = await BuiltService.spawn({
      DATABASE_URL: `sqlite:${join(temporaryFolder(), 'store.sqlite')}`,
      NODE_OPTIONS: `--require ${join(__dirname, '../../../support/jest/without-sqlite.cjs')}`,
    }).ended;
    expect([code, stdout]).toEqual([1, '']);
    const message =
      /^The service can't start: Node\.js \S+ can't load the SQLite driver: run npm ci /;
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('does not start with a bucket that there are no credentials for', async () => {
    const { code, stdout, stderr } = await commands.runFailingStart({
      ...{ DATABASE_URL: database.url, PORT: '0' },
      FILES_URL: 's3://bucket/prefix',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      // Else the SDK asks the machine for its role.
      AWS_EC2_METADATA_DISABLED: 'true',
    });
    expect([code, stdout]).toEqual([1, '']);
    // Before it the SDK may warn of old versions of Node.js.
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /: S3_ACCESS_KEY_ID: there are no credentials for the bucket of FILES_URL: set it and /,
    );
  });
});
