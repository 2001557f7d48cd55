import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BuiltService, buildService, pause } from '../../support/servers/built-process';
import { cases } from '../../support/random/cases';
import { freePort } from '../../support/servers/free-port';
import { testDatabaseUrl, type TestDatabase } from '../../support/service/database';

const PREPARE = join(__dirname, '../../../dist/prepare.js');

/** CPU of both, as a part of the start's: both grow on a slow machine. Describing the service takes twice as much. */
const MAX_PART_OF_START = 0.1;

// The answers don't depend on the engine.
describe('what the build has prepared of the description', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    await buildService();
    expect(spawnSync(process.execPath, [PREPARE]).status).toBe(0);
    database = await testDatabaseUrl();
  });

  afterAll(() => database.drop());

  /** Until the service has nothing left to do after its start. */
  async function untilIdle(service: BuiltService): Promise<void> {
    for (let before = -Infinity; service.mainThreadTime() - before > 5;) {
      before = service.mainThreadTime();
      await pause(500);
    }
  }

  async function bodyOf(port: number, path: string): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'Accept-Encoding': 'br' },
    });
    expect(response.headers.get('content-encoding')).toBe('br');
    return response.text();
  }

  const starts: [string, Record<string, string>, string][] = [
    [
      'for another address',
      { PUBLIC_BASE_URL: 'https://store.example.com/' },
      'https://store.example.com',
    ],
    ['as it is', {}, '/'],
  ];
  it.each(starts.slice(0, cases(1, 2)))(
    'is answered %s without holding up others',
    async (_name, environment, server) => {
      const port = await freePort();
      const service = await BuiltService.start({
        ...{ DATABASE_URL: database.url, PORT: String(port), LOG_LEVEL: 'warn', ...environment },
      });
      // The first request of a process takes longer, whichever it is.
      await fetch(`http://127.0.0.1:${port}/health/live`);
      await untilIdle(service);
      const before = service.mainThreadTime();
      const document = JSON.parse(await bodyOf(port, '/openapi.json')) as {
        servers: { url: string }[];
        externalDocs: { url: string };
        paths: object;
      };
      const initializer = await bodyOf(port, '/docs/initializer.js');
      expect(service.mainThreadTime() - before).toBeLessThan(MAX_PART_OF_START * before);
      expect(document.servers[0]?.url.replace(/(.)\/$/, '$1')).toBe(server);
      expect(Object.keys(document.paths).length).toBeGreaterThan(100);
      expect(initializer).toContain(JSON.stringify(document.servers));
      expect(initializer).toContain('SwaggerUIBundle(');
      await service.stop();
    },
  );
});
