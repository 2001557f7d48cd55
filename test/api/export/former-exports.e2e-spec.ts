import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database, DataAccess } from '../../../src/database';
import { ExportJob } from '../../../src/platform/data-transfer/exports/jobs/export-job.entity';
import { S3Server } from '../../files/s3-server';
import { BuiltService, buildService } from '../../support/servers/built-process';
import { cases } from '../../support/random/cases';
import {
  temporaryFolder,
  type TestDatabase,
  testDatabaseUrl,
} from '../../support/service/database';
import { MASTER_KEY } from '../../support/service/service';
import { until } from '../../support/until';

/** So many that a process can be killed while it moves them. */
const MANY = { local: 150, s3: 30 };
/** Objects of S3 are moved in the same order, in another way that seldom changes. */
const kinds = (['local', 's3'] as const).slice(0, cases(1, 2));

const textOf = (name: string): string => `{"type":"userRecord","pId":"${name}"}\n`;

describe.each(kinds)('exports of an earlier version (%s)', (kind) => {
  const many = MANY[kind];
  let server: S3Server | undefined;
  let folder: string;
  let database: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    await buildService();
    database = await testDatabaseUrl();
    folder = temporaryFolder();
    server = kind === 's3' ? await S3Server.start() : undefined;
    environment = {
      DATABASE_URL: database.url,
      BOOTSTRAP_API_KEY: MASTER_KEY,
      ...(server ? server.environment : { FILES_URL: `file:${folder}` }),
    };
  });

  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  const namesIn = async (place: string): Promise<string[]> => {
    if (server) {
      const top = `${server.prefix}${place}/`;
      const keys = (await server.keys()).filter((key) => key.startsWith(top) && key !== top);
      return keys.map((key) => key.slice(top.length)).sort();
    }
    return readdirSync(join(folder, place)).sort();
  };

  const plant = async (path: string, text: string): Promise<void> => {
    if (server) await server.plant(server.prefix + path, text);
    else writeFileSync(join(folder, path), text);
  };

  /** Exports as an earlier version has left them, one of them of a process that died before it had a row. */
  async function leave(): Promise<Map<number, string>> {
    if (!server) mkdirSync(join(folder, 'exports'), { recursive: true });
    const own = await Database.open(database.url, { poolSize: 1 });
    const { unitOfWork, writer } = DataAccess.forDatabase(own);
    const names = Array.from({ length: many }, () => randomBytes(24).toString('hex'));
    const rest = { state: 'done' as const, gzip: false, exportLines: 1, bytes: 60 };
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
    const dates = { createdAt, expiresAt, heldUntil: createdAt };
    const ids = await unitOfWork.run(() =>
      writer.insert(
        ExportJob,
        names.slice(1).map((name) => {
          return {
            ...rest,
            ...dates,
            name,
            types: [],
            since: null,
            userId: null,
            sha256: 'x',
            position: 1,
          };
        }),
      ),
    );
    await own.close();
    for (const name of names) await plant(`exports/${name}`, textOf(name));
    await plant('exports/prices.csv', 'prices');
    return new Map(ids.map((id, at) => [id, names[at + 1] ?? '']));
  }

  const send = (url: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: {
        Authorization: `Bearer ${MASTER_KEY}`,
        Accept: 'application/x-ndjson',
        'Content-Type': 'application/json',
      },
    });

  it('move at the start, after a process was killed on the way', async () => {
    const left = await leave();
    const killed = BuiltService.spawn(environment);
    await until(async () => (await namesIn('exports')).length < many);
    await killed.kill();
    const isHalf = (await namesIn('exports')).length > 1;
    const service = BuiltService.spawn({ ...environment, WORKERS: kind === 'local' ? '1' : '2' });
    try {
      await service.listening();
      expect(isHalf).toBe(true);
      await until(async () => (await namesIn('exports')).join() === 'prices.csv');
      const moved = await namesIn('.service/exports');
      expect(moved).toHaveLength(many);
      expect(moved).toEqual(expect.arrayContaining([...left.values()]));
      const { url } = service;
      for (const [id, name] of [...left].slice(0, 10)) {
        const answer = await send(url, `/v1/exports/${id}/content`);
        expect([answer.status, await answer.text()]).toEqual([200, textOf(name)]);
      }
      const body = JSON.stringify({ fileManager: { from: 'exports', to: 'pub' } });
      const move = { method: 'POST', body };
      expect((await send(url, '/v1/fileManager/move', move)).status).toBe(201);
      expect(await namesIn('pub')).toEqual(['prices.csv']);
    } finally {
      await service.stop();
    }
  });
});
