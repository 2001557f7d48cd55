import { createHash } from 'node:crypto';
import { testDatabaseUrl, type TestDatabase } from '../../../support/service/database';
import { BuiltService, buildService } from '../../../support/servers/built-process';
import { exchange, type ExactRequest } from '../requests/exact-request';
import { jsonRequest } from '../requests/refusals';

const CANARY = `osk_canary${'c'.repeat(37)}`;
const BAD = `osk_wrongcanary${'w'.repeat(32)}`;
const PASSWORD = 'canary-password-1234';

describe('secrets', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    await buildService();
    database = await testDatabaseUrl();
  });

  afterAll(() => database.drop());

  it('never appear in the log, whatever is logged and however requests end', async () => {
    const service = await BuiltService.start({
      DATABASE_URL: database.url,
      BOOTSTRAP_API_KEY: CANARY,
      AUTH_SECRET: `${PASSWORD}-${'s'.repeat(32)}`,
      LOG_LEVEL: 'trace',
    });
    const keys = jsonRequest('/v1/apiKeys', { apiKeys: { name: 'n', scopes: ['news:read'] } });
    const made = JSON.parse((await exchange(service.url, { ...keys, key: CANARY })).text) as {
      id: number;
      key: string;
    };
    const requests: ExactRequest[] = [
      { path: '/v1/customTagGroups', key: CANARY },
      { path: '/v1/customTagGroups', key: made.key },
      { path: '/v1/customTagGroups', key: BAD },
      { path: `/v1/customTagGroups?key=${CANARY}`, key: null },
      { path: `/v1/customTagGroups?q=${PASSWORD}`, key: CANARY },
      { path: '/v1/nothing', key: CANARY },
      { path: '/v1/customTagGroups/%', key: CANARY, headers: { 'X-Request-Id': `${PASSWORD} x` } },
      {
        path: '/v1/customTagGroups',
        key: null,
        headers: { Authorization: `Basic ${PASSWORD}`, Cookie: PASSWORD },
      },
      jsonRequest(
        '/v1/customTagGroups',
        { customTagGroups: { password: PASSWORD } },
        { key: CANARY },
      ),
      jsonRequest('/v1/customTagGroups', `{"${PASSWORD}`, { key: CANARY }),
      { path: `/v1/apiKeys/${made.id}`, method: 'DELETE', key: CANARY },
    ];
    for (const request of requests) await exchange(service.url, request);
    const { code, stdout, stderr } = await service.stop();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const logged = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(logged.filter((line) => line.includes('"request"')).length).toBeGreaterThanOrEqual(
      requests.length,
    );
    const parts = [CANARY, BAD, made.key, PASSWORD].flatMap((secret) => [
      secret,
      secret.slice(4),
      createHash('sha256').update(secret).digest('hex'),
    ]);
    for (const secret of parts) expect(stdout).not.toContain(secret);
  });

  it('are written to the terminal once when the first key is made, and never to the log', async () => {
    const fresh = await testDatabaseUrl();
    const service = await BuiltService.start({ DATABASE_URL: fresh.url, LOG_LEVEL: 'trace' });
    const key = service.firstKey ?? '';
    expect(key).toMatch(/^osk_[A-Za-z0-9_-]{43}$/);
    expect((await exchange(service.url, { path: '/v1/apiKeys', key })).status).toBe(200);
    const { stdout, stderr } = await service.stop();
    expect(stdout.split(key)).toHaveLength(2);
    expect(stderr).toBe('');
    for (const line of stdout.split('\n'))
      if (line.startsWith('{')) expect(line).not.toContain(key);
    await fresh.drop();
  });
});
