/** @engine platform/data-transfer/exports */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { createLoadPlan } from '../../../src/core/load-plan';
import { whereEquals, DataAccess } from '../../../src/database';
import { ExportJob } from '../../../src/platform/data-transfer/exports/jobs/export-job.entity';
import { ExportThread } from '../../../src/platform/data-transfer/exports/jobs/export-thread';
import { FileNotFound, ServiceFileStore } from '../../../src/platform/media/files';
import { ExportJobsService } from '../../../src/platform/data-transfer/exports/jobs/export-jobs.service';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { until } from '../../support/until';

interface Job {
  ID: number;
  STATE: string;
  LINES: number;
  BYTES: number;
  SHA256: string;
  TYPES: string[];
}

const NDJSON = { Accept: 'application/x-ndjson' };
const products = Array.from({ length: 500 }, (_, at) => {
  return { type: 'product', pId: `p-${at}`, name: `Product ${at}` };
});

describe('Exports over HTTP', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importLines(service, products);
  });

  afterAll(() => service.stop());

  async function made(exports: object): Promise<Job> {
    const { status, body } = await service.post('/v1/exports', { exports });
    expect(status).toBe(201);
    for (;;) {
      const { body: job } = await service.get(`/v1/exports/${(body as Job).ID}`);
      if ((job as Job).STATE !== 'running') return job as Job;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  const contentOf = (id: number, headers: Record<string, string> = NDJSON) =>
    fetch(`${service.url}/v1/exports/${id}/content`, {
      headers: { Authorization: `Bearer osk_${'t'.repeat(43)}`, ...headers },
    });

  it('begin once they are stored, and not at all where they are undone', async () => {
    const begun = jest.spyOn(ExportThread.prototype, 'run');
    try {
      const jobs = service.app.get(ExportJobsService);
      const { unitOfWork } = service.app.get(DataAccess);
      const undone = unitOfWork.run(async () => {
        await jobs.create({ types: ['tax'], gzip: false });
        expect(begun).not.toHaveBeenCalled();
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(begun).not.toHaveBeenCalled();
      expect(await made({ types: ['tax'] })).toMatchObject({ STATE: 'done' });
      expect(begun).toHaveBeenCalledTimes(1);
    } finally {
      begun.mockRestore();
    }
  });

  it('are files of lines, whole and in parts', async () => {
    const job = await made({ types: ['product'] });
    expect(job).toMatchObject({ STATE: 'done', LINES: 500, TYPES: ['product'] });
    const whole = await contentOf(job.ID);
    const text = await whole.text();
    expect(whole.headers.get('content-type')).toBe('application/x-ndjson');
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as object),
    ).toEqual(
      products.map((one) => ({ ...one, updatedAt: expect.stringMatching(/Z$/) as string })),
    );
    expect(Buffer.byteLength(text)).toBe(job.BYTES);
    expect(createHash('sha256').update(text).digest('hex')).toBe(job.SHA256);
    const part = await contentOf(job.ID, { ...NDJSON, Range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${job.BYTES}`);
    expect(await part.text()).toBe(text.slice(10, 20));
    const past = await contentOf(job.ID, { ...NDJSON, Range: `bytes=${job.BYTES}-` });
    expect(past.status).toBe(416);
    const { body } = await service.get(`/v1/exports/${job.ID}/content`);
    expect(Buffer.from((body as { content: string }).content, 'base64').toString()).toBe(text);
  });

  it('are compressed on request, listed and deleted', async () => {
    const job = await made({ types: ['product'], gzip: true });
    const bytes = await (await contentOf(job.ID, { Accept: 'application/gzip' })).arrayBuffer();
    expect(gunzipSync(Buffer.from(bytes)).toString().split('\n')).toHaveLength(501);
    const { body } = await service.get('/v1/exports');
    expect((body as { EXPORTS: Job[] }).EXPORTS[0]).toEqual(job);
    expect((await service.send('delete', `/v1/exports/${job.ID}`)).status).toBe(200);
    expect((await service.get(`/v1/exports/${job.ID}`)).status).toBe(404);
    expect((await contentOf(job.ID)).status).toBe(404);
  });

  it('have an entry in the journal when they are asked for and when they are removed', async () => {
    const key = await service.createKey('export:read');
    const read = async (sent: Promise<{ status: number; body: unknown }>): Promise<Job> => {
      const { status, body } = await sent;
      expect(status).toBeLessThan(300);
      return body as Job;
    };
    const { ID } = await read(
      service.post('/v1/exports', { exports: { types: ['tax'] } }, { key }),
    );
    await read(service.delete(`/v1/exports/${ID}`, { key }));
    expect((await service.delete(`/v1/exports/${ID}`, { key })).status).toBe(404);
    const { database } = service.app.get(DataAccess);
    const entries = await database.select(
      "SELECT action, operation, by_name FROM journal_entries WHERE kind = 'export' AND record_id = ? ORDER BY id",
      [ID],
    );
    const by = { by_name: 'export:read' };
    expect(entries).toEqual([
      { action: 'created', operation: 'createExport', ...by },
      { action: 'deleted', operation: 'removeExport', ...by },
    ]);
  });

  /** An export whose first bytes have come; the others come when it is let go. */
  async function heldUp(): Promise<{ job: Job; letGo: () => void }> {
    const files = service.app.get(ServiceFileStore);
    const write = files.write.bind(files);
    const hold = new AbortController();
    const held = new Promise((resolve) => hold.signal.addEventListener('abort', resolve));
    async function* slowly<T>(content: AsyncIterable<T>): AsyncGenerator<T> {
      for await (const bytes of content) {
        yield bytes;
        await held;
      }
    }
    const written = jest.spyOn(files, 'write').mockImplementation((folder, name, content) => {
      return write(folder, name, slowly(content));
    });
    const { body } = await service.post('/v1/exports', { exports: { types: ['product'] } });
    const job = await when((body as Job).ID, ({ BYTES }) => BYTES > 0);
    written.mockRestore();
    return {
      job,
      letGo: () => {
        hold.abort();
      },
    };
  }

  async function when(id: number, isIt: (job: Job) => boolean): Promise<Job> {
    for (;;) {
      const job = (await service.get(`/v1/exports/${id}`)).body as Job;
      if (isIt(job)) return job;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Waits until neither row nor file is left. */
  async function gone(id: number, name: string): Promise<void> {
    const dataAccess = service.app.get(DataAccess);
    const isLeft = async (): Promise<boolean> =>
      (await dataAccess.loader.listIds(ExportJob, [whereEquals('id', id)])).length > 0;
    while (await isLeft()) await new Promise((resolve) => setTimeout(resolve, 100));
    const file = service.app.get(ServiceFileStore).read('exports', name);
    await expect(file).rejects.toThrow(FileNotFound);
  }

  const nameOf = async (id: number): Promise<string> =>
    (
      await service.app
        .get(DataAccess)
        .loader.findById(ExportJob, id, createLoadPlan(ExportJob, ['name']))
    )?.name ?? '';

  it('report their progress', async () => {
    const { job: begun, letGo } = await heldUp();
    letGo();
    expect(begun).toMatchObject({ STATE: 'running', SHA256: '' });
    expect(begun.LINES).toBeGreaterThan(0);
    const done = await when(begun.ID, ({ STATE }) => STATE !== 'running');
    expect(done).toMatchObject({ STATE: 'done', LINES: 500 });
    expect(done.BYTES).toBeGreaterThanOrEqual(begun.BYTES);
  });

  it('end when they are deleted while they are made', async () => {
    const { job, letGo } = await heldUp();
    const name = await nameOf(job.ID);
    // The condition holds the row until the answer, so its maker may not be waited for before.
    const deleting = service.send('delete', `/v1/exports/${job.ID}`, {
      headers: { 'If-Match': '*' },
    });
    while ((await service.get(`/v1/exports/${job.ID}`)).status === 200) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    letGo();
    expect((await deleting).status).toBe(200);
    await gone(job.ID, name);
  });

  it('end when another process has deleted them', async () => {
    const { job, letGo } = await heldUp();
    const name = await nameOf(job.ID);
    const { unitOfWork, writer } = service.app.get(DataAccess);
    await unitOfWork.run(() => writer.update(ExportJob, job.ID, { expiresAt: new Date(0) }));
    expect((await service.get(`/v1/exports/${job.ID}`)).status).toBe(404);
    letGo();
    await gone(job.ID, name);
  });

  it('are out of reach for callers with files:write, and for all others', async () => {
    const { ID } = await made({ types: ['product'] });
    const name = await nameOf(ID);
    const key = await service.createKey('files:write');
    const run = (operation: string, fileManager: object) =>
      service.post(`/v1/fileManager/${operation}`, { fileManager }, { key });
    const forms = [
      '.service',
      '.SERVICE',
      '.\u017fervice',
      '\uff0eservice',
      '.service\u200b',
      '.service.',
    ];
    for (const folder of ['exports', ...forms, ...forms.map((form) => `${form}/exports`)]) {
      const file = `${folder}/${name}`;
      const refused = [
        await run('move', { from: folder, to: 'pub' }),
        await run('move', { from: file, to: 'pub' }),
        await run('copy', { from: file, to: 'pub' }),
        await run('download', { file }),
        await run('remove', { file }),
        await run('removeDirectory', { directory: folder, force: true }),
      ];
      for (const { status, body } of refused) {
        const { code } = body as { code: string };
        const isNone = ['file.notFound', 'folder.notFound', 'request.invalid'].includes(code);
        expect([folder, status, isNone]).toEqual([folder, status === 404 ? 404 : 400, true]);
      }
      const served = await fetch(`${service.url}/static/${encodeURI(file)}`);
      expect([file, served.status]).toEqual([file, 404]);
    }
    expect((await service.get(`/v1/exports/${ID}`)).body).toMatchObject({ STATE: 'done' });
    expect((await contentOf(ID)).status).toBe(200);
  });

  it('need the scope export:read, and types that there are', async () => {
    const keys = { apiKeys: { name: 'import', scopes: ['import:write'] } };
    const { body } = await service.post('/v1/apiKeys', keys);
    const { key } = body as { key: string };
    const refused = await service.post('/v1/exports', { exports: {} }, { key });
    expect(refused.body).toMatchObject({ code: 'scope.missing' });
    const unknown = await service.post('/v1/exports', { exports: { types: ['mug'] } });
    expect(unknown.status).toBe(400);
  });

  it('are refused while too many are made, for so long and no longer', async () => {
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const ids: number[] = [];
    for (let at = 0; at < 4; at++) ids.push((await made({ types: ['tax'] })).ID);
    const all = { id: ids };
    const heldUntil = new Date(Date.now() + 60_000);
    await unitOfWork.run(() => writer.update(ExportJob, all, { state: 'running', heldUntil }));
    const begin = () =>
      service.post(
        '/v1/exports',
        { exports: { types: ['tax'] } },
        { headers: { 'Idempotency-Key': 'tonight' } },
      );
    const refused = await begin();
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'export.busy' }),
    ]);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    await unitOfWork.run(() => writer.update(ExportJob, all, { state: 'done' }));
    const begun = await begin();
    expect([begun.status, begun.body]).toMatchObject([201, { ID: expect.any(Number) }]);
    expect((await begin()).text).toBe(begun.text);
  });

  it('leave the last room of the disk to others', async () => {
    const room = jest.spyOn(service.app.get(ServiceFileStore), 'isNearlyFull');
    try {
      room.mockResolvedValueOnce(true);
      const refused = await service.post('/v1/exports', { exports: { types: ['tax'] } });
      expect([refused.status, refused.body]).toEqual([
        507,
        expect.objectContaining({ code: 'fileStore.full' }),
      ]);
      // The room ends while the export is made.
      room.mockResolvedValueOnce(false).mockResolvedValue(true);
      jest.spyOn(ExportThread.prototype, 'run').mockImplementationOnce(async (_task, store) => {
        await store(Readable.from([Buffer.alloc(20 * 1024 * 1024)]));
        throw new Error('The export went on');
      });
      const { ID, STATE } = await made({ types: ['tax'] });
      expect(STATE).toBe('failed');
      expect(room).toHaveBeenCalledTimes(3);
      expect((await contentOf(ID)).status).toBe(409);
    } finally {
      room.mockRestore();
    }
  });

  it('are counted at each start, also at simultaneous ones', async () => {
    const { loader } = service.app.get(DataAccess);
    await until(
      async () => (await loader.listIds(ExportJob, [whereEquals('state', 'running')])).length === 0,
    );
    const thread = jest.spyOn(ExportThread.prototype, 'run').mockImplementation(
      (_task, _take, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
    );
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        service.post('/v1/exports', { exports: { types: ['tax'] } }),
      ),
    );
    thread.mockRestore();
    const begun = answers.filter(({ status }) => status === 201);
    for (const { body } of begun) {
      await service.delete(`/v1/exports/${(body as { ID: number }).ID}`);
    }
    expect(begun).toHaveLength(4);
  });

  it('have failed when their process has died', async () => {
    const { ID } = await made({ types: ['tax'] });
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const dead = { state: 'running', heldUntil: new Date(0) } as const;
    await unitOfWork.run(() => writer.update(ExportJob, ID, dead));
    expect((await service.get(`/v1/exports/${ID}`)).body).toMatchObject({ STATE: 'failed' });
    expect((await service.get(`/v1/exports/${ID}/content`)).body).toMatchObject({
      code: 'export.notDone',
    });
  });
});
