import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_JSON_BYTES } from '../../../../src/api/request/body';
import { BuiltService, buildService, pause } from '../../../support/servers/built-process';
import { cases } from '../../../support/random/cases';
import { type TestDatabase, testDatabaseUrl } from '../../../support/service/database';
import { photo } from '../../../support/pictures/pictures';
import { MASTER_KEY } from '../../../support/service/service';
import { METRICS_TOKEN, readMetrics } from '../../metrics/read-metrics';
import { held } from '../requests/held-request';

describe('a process that makes pictures', () => {
  let database: TestDatabase;
  let running: BuiltService | undefined;

  const start = async (environment: Record<string, string>): Promise<BuiltService> => {
    running = await BuiltService.start({
      DATABASE_URL: database.url,
      BOOTSTRAP_API_KEY: MASTER_KEY,
      LOG_LEVEL: 'error',
      ...environment,
    });
    return running;
  };

  beforeAll(() => buildService());

  beforeEach(async () => {
    database = await testDatabaseUrl();
  });

  afterEach(async () => {
    await running?.stop();
    await database.drop();
  });

  /** A service that is at work on a picture, and the answer. */
  const atPicture = async (codec: string, files: string) => {
    const service = await start({
      ...{ IMAGE_CODEC: codec, FILES_URL: `file:${files}`, METRICS_TOKEN },
    });
    // jimp takes much longer for a pixel: on a busy machine it would not be done within the grace of a stop. A PNG that
    // isn't compressed has few pixels in a body of that size.
    const picture =
      codec === 'jimp'
        ? photo(620, 500).png({ compressionLevel: 0 })
        : photo(1600, 1200).jpeg({ quality: 100 });
    const image = (await picture.toBuffer()).toString('base64');
    const data = { name: 'last', main: true, destination: { destination: 'shop' }, image };
    const body = JSON.stringify({ data });
    expect(body.length).toBeGreaterThan(MAX_JSON_BYTES);
    const upload = held(`${service.url}/v1/util/uploadImage`, body);
    await upload.taken;
    upload.send();
    const inFlight = async () => (await readMetrics(service.url)).value('store_images_in_flight');
    while ((await inFlight()) !== 1) await pause(5);
    return { service, answer: upload.answer };
  };

  it.each(['sharp', 'jimp'])('makes the pictures that it has taken, by %s', async (codec) => {
    const files = mkdtempSync(join(tmpdir(), 'store-stopping-'));
    try {
      const { service, answer } = await atPicture(codec, files);
      service.terminate();
      expect((await answer).status).toBe(201);
      expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
      expect(readdirSync(join(files, 'shop'))).toHaveLength(3);
    } finally {
      rmSync(files, { recursive: true });
    }
  });

  // The parents of processes are read from /proc.
  (process.platform === 'linux' ? it : it.skip).each(['sharp', 'jimp'].slice(0, cases(1, 2)))(
    'leaves no process behind that made pictures by %s, when it is killed',
    async (codec) => {
      const files = mkdtempSync(join(tmpdir(), 'store-stopping-'));
      try {
        const { service, answer } = await atPicture(codec, files);
        const isOver = answer.catch(() => undefined);
        let children = service.children();
        while (children.length === 0) {
          await pause(5);
          children = service.children();
        }
        await service.kill();
        await isOver;
        while (children.some((id) => existsSync(`/proc/${id}`))) await pause(20);
        const made = ['jpg', 'png'].filter((type) =>
          existsSync(join(files, 'shop', `last_large.${type}`)),
        );
        expect(made).toEqual([]);
      } finally {
        rmSync(files, { recursive: true });
      }
    },
  );
});
