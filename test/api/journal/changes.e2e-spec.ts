/** @engine platform/events/journal */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'supertest';
import { Shutdown } from '../../../src/core/shutdown';
import { Database, JournalPositionRepository, DataAccess } from '../../../src/database';
import { JournalSequencer, JournalReader } from '../../../src/platform/events/journal';
import { runInActorContext } from '../../../src/core/actor-context';
import { ImportService } from '../../../src/platform/data-transfer/imports';
import { scaledTimeoutMs } from '../../support/jest/timeouts';
import { Service } from '../../support/service/service';
import { createOrder, importMasters } from '../sales/sample-store';

const DAY = 24 * 60 * 60 * 1000;

interface Change {
  readonly ACTION: string;
  readonly AT: string;
  readonly BY: {
    readonly ID: number;
    readonly KIND: string;
    readonly NAME: string;
    readonly SENDER: string;
  };
  readonly ID: number;
  readonly KIND: string;
  readonly OPERATION: string;
  readonly PID: string;
  readonly POSITION: number;
  readonly REQUESTID: string;
  readonly VERSION: string;
}

interface Changes {
  readonly CHANGES: readonly Change[];
  readonly CURRENT: number;
  readonly NEXT: number;
}

type Query = Readonly<Record<string, string | number>>;

async function* lines(...all: string[]): AsyncGenerator<string> {
  yield* all;
}

describe('The journal', () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
    service.app.get(JournalSequencer).start();
  });
  afterAll(() => service.stop());

  let made = 0;
  const groupOf = (pId: string) => ({
    customTagGroups: { pId, name: pId, itemType: 1, position: 1, priority: 1 },
  });
  const create = async (pId = `group-${++made}`, headers = {}): Promise<number> => {
    const { status, body } = await service.post('/v1/customTagGroups', groupOf(pId), { headers });
    expect(status).toBe(201);
    return (body as { ID: number }).ID;
  };
  const read = async (query: Query = {}, key?: string): Promise<Response> => {
    const words = Object.entries(query).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const path = `/v1/changes?${new URLSearchParams(words).toString()}`;
    return service.get(path, key === undefined ? {} : { key });
  };
  const changesOf = ({ status, body }: Response): Changes => {
    expect(status).toBe(200);
    return body as Changes;
  };
  /** Where the journal is once all has its position. */
  const current = async (): Promise<number> => {
    const order = service.app.get(JournalPositionRepository);
    for (;;) {
      const { last, hasUnnumberedEntries } = await order.getRange();
      if (!hasUnnumberedEntries) return last;
      await pause(10);
    }
  };
  /** The changes after a position, once there are so many. */
  const come = async (after: number, count: number): Promise<readonly Change[]> => {
    for (;;) {
      const { CHANGES } = changesOf(await read({ after, limit: 1000 }));
      if (CHANGES.length >= count) return CHANGES;
      await pause(10);
    }
  };

  it('contains action, record, author and request', async () => {
    const after = await current();
    const requestId = randomUUID();
    const id = await create('told', { 'X-Request-Id': requestId });
    await service.put(`/v1/customTagGroups/${id}`, { customTagGroups: { priority: 9 } });
    await service.delete(`/v1/customTagGroups/${id}`);
    const changes = await come(after, 3);
    const common = { ID: id, KIND: 'tagGroup', PID: 'told', VERSION: '' };
    expect(changes).toMatchObject([
      {
        ...common,
        ACTION: 'created',
        OPERATION: 'createCustomTagGroup',
        REQUESTID: requestId,
        BY: { KIND: 'key', NAME: 'Configured key' },
      },
      { ...common, ACTION: 'updated', OPERATION: 'updateCustomTagGroup' },
      { ...common, ACTION: 'deleted', OPERATION: 'removeCustomTagGroup' },
    ]);
    const positions = changes.map(({ POSITION }) => POSITION);
    expect(positions).toEqual([...positions].sort((one, other) => one - other));
    expect(new Set(positions).size).toBe(3);
  });

  it('finds a change by the time that it shows, as the upper bound of a range', async () => {
    const after = await current();
    await create();
    const [change] = await come(after, 1);
    const at = String(change?.AT);
    const { CHANGES } = changesOf(await read({ after, from: at, to: at }));
    expect(CHANGES).toEqual([change]);
  });

  it('calls documents as they are called in the end, also those that take their number last', async () => {
    await importMasters(service);
    const order = await createOrder(service);
    const after = await current();
    const { body, status } = await service.post(`/v1/orders/${order.ID}/invoices`);
    expect(status).toBe(201);
    const changes = await come(after, 2);
    const invoice = changes.find(({ KIND }) => KIND === 'invoice');
    expect(invoice).toMatchObject({ ACTION: 'created', PID: (body as { PID: string }).PID });
    expect(invoice?.PID).toMatch(/^\S+$/);
  });

  it('is read from position to position, and has the next position when there is nothing', async () => {
    const start = await current();
    for (let count = 0; count < 5; count++) await create();
    const end = await current();
    const seen: number[] = [];
    let after = start;
    for (;;) {
      const { CHANGES, NEXT, CURRENT } = changesOf(await read({ after, limit: 2 }));
      expect(CURRENT).toBe(end);
      expect(CHANGES.length).toBeLessThanOrEqual(2);
      seen.push(...CHANGES.map(({ POSITION }) => POSITION));
      if (CHANGES.length === 0) {
        expect(NEXT).toBe(end);
        break;
      }
      expect(NEXT).toBeGreaterThan(after);
      after = NEXT;
    }
    expect(seen).toHaveLength(5);
    const other = changesOf(await read({ after: start, kinds: 'order' }));
    expect(other).toEqual({ CHANGES: [], NEXT: end, CURRENT: end });
  });

  it.each<[string, Query, number]>([
    ['kinds', { kinds: 'news,tagGroup' }, 3],
    ['actions', { actions: 'deleted' }, 1],
    ['the record', { kind: 'tagGroup' }, 2],
    ['who did it', { by: 'key' }, 3],
    ['whom it was not', { by: 'user' }, 0],
    ['from when on', { from: '2020-01-01' }, 3],
    ['a time to come', { from: '2099-01-01' }, 0],
    ['until when', { to: '2020-01-01' }, 0],
  ])('finds changes by %s', async (_, query, count) => {
    const after = await current();
    const id = await create();
    await create();
    await service.delete(`/v1/customTagGroups/${id}`);
    await come(after, 3);
    const beside: Query = 'kind' in query ? { id } : {};
    const { CHANGES } = changesOf(await read({ after, ...query, ...beside }));
    expect(CHANGES).toHaveLength(count);
  });

  it('finds what one key did', async () => {
    const after = await current();
    const key = await service.createKey('customTags:write', 'changes:read');
    await service.post('/v1/customTagGroups', groupOf('by-key'), { key });
    const [, { BY }] = (await come(after, 2)) as [Change, Change];
    const { CHANGES } = changesOf(await read({ after, by: `key:${BY.ID}` }));
    expect(CHANGES).toMatchObject([
      { PID: 'by-key', BY: { NAME: 'customTags:write,changes:read' } },
    ]);
  });

  it('finds what one key did by imports, too, whatever others of its name or its id did', async () => {
    const after = await current();
    const line = (pId: string) =>
      JSON.stringify({ type: 'tagGroup', ...groupOf(pId).customTagGroups });
    const scopes = ['import:write', 'customTags:write'];
    const [key] = [await service.createKey(...scopes), await service.createKey(...scopes)];
    const headers = { 'Content-Type': 'application/x-ndjson' };
    await service.post('/v1/import', line('imported'), { key, headers });
    await service.post('/v1/customTagGroups', groupOf('made'), { key });
    const [, , imported, made] = (await come(after, 4)) as [Change, Change, Change, Change];
    const { ID, NAME } = made.BY;
    expect(imported).toMatchObject({
      PID: 'imported',
      BY: { KIND: 'import', ID, NAME, SENDER: 'key' },
    });
    const intake = service.app.get(ImportService);
    const bring = (pId: string) => intake.run(lines(line(pId)), { scopes: new Set(['*']) });
    await runInActorContext({ actor: { kind: 'user', id: ID, name: 'ann' } }, () =>
      bring('by-ann'),
    );
    await bring('by-command');
    await come(after, 6);
    const found = async (by: string, query: Query = {}) =>
      changesOf(await read({ after, by, ...query })).CHANGES.map(({ PID }) => PID);
    expect(await found(`key:${ID}`)).toEqual(['imported', 'made']);
    expect(await found(`key:${ID}`, { limit: 1 })).toEqual(['imported']);
    expect(await found(`user:${ID}`)).toEqual(['by-ann']);
    expect(await found(`import:${ID}`)).toEqual(['imported', 'by-ann']);
    expect(await found('import')).toEqual(['imported', 'by-ann', 'by-command']);
    expect(await found('import:0')).toEqual(['by-command']);
    const { CHANGES } = changesOf(await read({ after, by: 'import:0' }));
    expect(CHANGES).toMatchObject([{ BY: { KIND: 'import', ID: 0, NAME: '', SENDER: '' } }]);
  });

  it('wakes readers of the changes of one key for its imports', async () => {
    const key = await service.createKey('import:write', 'customTags:write');
    await service.post('/v1/customTagGroups', groupOf('known'), { key });
    const after = await current();
    const { CHANGES } = changesOf(await read({ actions: 'created', by: 'key', limit: 1000 }));
    const { ID } = CHANGES.at(-1)!.BY;
    const waiting = read({ after, by: `key:${ID}`, wait: 30 });
    await pause(300);
    const sent = JSON.stringify({ type: 'tagGroup', ...groupOf('waited').customTagGroups });
    const headers = { 'Content-Type': 'application/x-ndjson' };
    await service.post('/v1/import', sent, { key, headers });
    expect(changesOf(await waiting).CHANGES).toMatchObject([{ PID: 'waited', BY: { ID } }]);
  });

  it('shows only changes of areas that the caller may read', async () => {
    const after = await current();
    const key = await service.createKey('changes:read', 'customTags:read');
    await create();
    await come(after, 2);
    const { CHANGES } = changesOf(await read({ after }, key));
    expect(CHANGES.map(({ KIND }) => KIND)).toEqual(['tagGroup']);
    expect((await read({ kinds: 'apiKey' }, key)).status).toBe(403);
    expect((await read({}, await service.createKey('customTags:read'))).status).toBe(403);
  });

  it.each<[Query, string]>([
    [{ kinds: 'orders' }, 'query/kinds'],
    [{ kind: 'orders', id: '1' }, 'query/kind'],
    [{ actions: 'made' }, 'query/actions'],
    [{ by: 'key:x' }, 'query/by'],
    [{ kind: 'order' }, 'query/id'],
    [{ id: '1' }, 'query/kind'],
    [{ limit: '0' }, 'query/limit'],
    [{ limit: '1001' }, 'query/limit'],
    [{ wait: '31' }, 'query/wait'],
    [{ after: '-1' }, 'query/after'],
  ])('refuses %j', async (query, pointer) => {
    const { status, body } = await read(query);
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('answers those who wait as soon as something is done that they want to know', async () => {
    const after = await current();
    const wanted = read({ after, kinds: 'tagGroup', wait: 30 });
    const others = [read({ after, kinds: 'news', wait: 2 }), read({ after, wait: 30 })];
    await pause(300);
    const begun = performance.now();
    await create('awaited');
    expect(changesOf(await wanted).CHANGES).toMatchObject([{ PID: 'awaited' }]);
    expect(changesOf(await (others[1] as Promise<Response>)).CHANGES).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(scaledTimeoutMs(10_000));
    const nothing = changesOf(await (others[0] as Promise<Response>));
    expect(nothing.CHANGES).toEqual([]);
    expect(nothing.NEXT).toBeGreaterThan(after);
  });

  it('misses nothing for those who wait, whatever comes while they ask again', async () => {
    const start = await current();
    const readers = Array.from({ length: 20 }, async () => {
      const seen: string[] = [];
      for (let after = start; seen.length < 40;) {
        const { CHANGES, NEXT } = changesOf(await read({ after, wait: 30, limit: 7 }));
        seen.push(...CHANGES.map(({ PID }) => PID));
        after = NEXT;
      }
      return seen;
    });
    const names = Array.from({ length: 40 }, (_, at) => `busy-${at}`);
    await Promise.all(names.map((name) => create(name)));
    for (const seen of await Promise.all(readers))
      expect([...seen].sort()).toEqual([...names].sort());
  });

  it('contains changes of files, by their paths', async () => {
    const after = await current();
    const requestId = randomUUID();
    const run = async (operation: string, fileManager: object): Promise<void> => {
      const headers = { 'X-Request-Id': requestId };
      const path = `/v1/fileManager/${operation}`;
      expect((await service.post(path, { fileManager }, { headers })).status).toBe(201);
    };
    await run('createDirectory', { directory: 'journal/of' });
    await run('move', { from: 'journal/of', to: 'journal/files' });
    await run('removeDirectory', { directory: 'journal', force: true });
    const changes = await come(after, 5);
    const by = { BY: { KIND: 'key', NAME: 'Configured key' }, REQUESTID: requestId };
    const common = { KIND: 'file', ID: 0, VERSION: '', ...by };
    expect(changes).toMatchObject([
      { ...common, ACTION: 'created', PID: 'journal/', OPERATION: 'createDirectory' },
      { ...common, ACTION: 'created', PID: 'journal/of/', OPERATION: 'createDirectory' },
      { ...common, ACTION: 'deleted', PID: 'journal/of/', OPERATION: 'moveFile' },
      { ...common, ACTION: 'moved', PID: 'journal/files/', OPERATION: 'moveFile' },
      { ...common, ACTION: 'deleted', PID: 'journal/', OPERATION: 'removeDirectory' },
    ]);
    const mayNot = await service.createKey('changes:read', 'news:read');
    expect((await read({ kinds: 'file' }, mayNot)).status).toBe(403);
    const may = await service.createKey('changes:read', 'files:read');
    expect(changesOf(await read({ after, kinds: 'file' }, may)).CHANGES).toHaveLength(5);
  });

  it('notes failed logins and missing scopes, so many a minute, and of each caller a few', async () => {
    const after = await current();
    const refuse = async (key: string, times: number): Promise<void> => {
      for (let count = 0; count < times; count++)
        expect((await service.get('/v1/customTagGroups', { key })).status).toBe(403);
    };
    await refuse(await service.createKey('news:read'), 130);
    const processes = service.second ? 2 : 1;
    for (let count = 1; count < 8; count++)
      await refuse(await service.createKey('users:read'), 10 * processes);
    const login = { auth: { nick: 'nobody', password: 'wrong' } };
    expect((await service.post('/v1/auth/login', login, { key: null })).status).toBe(401);
    await come(after, 52);
    await current();
    const { CHANGES } = changesOf(await read({ after, actions: 'refused', limit: 1000 }));
    const permissions = CHANGES.filter(({ KIND }) => KIND === 'permission');
    const ofFirst = permissions.filter(({ BY }) => BY.NAME === 'news:read');
    // Each process counts for itself.
    expect(ofFirst).toHaveLength(10 * processes);
    expect(permissions.length).toBeLessThanOrEqual(60 * processes);
    expect(permissions.length).toBeGreaterThan(50);
    expect(permissions[0]).toMatchObject({
      OPERATION: 'listCustomTagGroups',
      BY: { NAME: 'news:read' },
    });
    expect(CHANGES.filter(({ KIND }) => KIND === 'login')).toMatchObject([
      { ID: 0, OPERATION: 'logIn', BY: { KIND: 'system' } },
    ]);
  });

  it('sweeps old entries, and reports this to readers who were away for longer', async () => {
    await create();
    const after = await current();
    await create('young');
    await come(after, 1);
    await service.app.get(Database).select('SELECT 1');
    const order = service.app.get(JournalPositionRepository);
    expect(await order.sweep(new Date(Date.now() - 90 * DAY))).toBe(0);
    expect(await order.sweep(new Date(Date.now() + DAY))).toBeGreaterThan(0);
    const gone = await read({ after });
    expect(gone.status).toBe(410);
    expect(gone.body).toMatchObject({ code: 'journal.gone', beginsAfter: await current() });
    expect(changesOf(await read())).toMatchObject({ CHANGES: [], NEXT: await current() });
    const [change] = await (async () => {
      const next = await current();
      await create('later');
      return come(next, 1);
    })();
    expect(change).toMatchObject({ PID: 'later' });
  });

  it.each([0, 30])(
    'reports this to readers whose position is behind the last one, waiting %d s',
    async (wait) => {
      const after = (await current()) + 10;
      const gone = await read({ after, wait });
      expect([gone.status, (gone.body as { code: string }).code]).toEqual([410, 'journal.gone']);
    },
  );

  it('reports this to readers of entries that are swept meanwhile', async () => {
    await create();
    const order = service.app.get(JournalPositionRepository);
    const after = await current();
    await create();
    await create();
    const last = await current();
    const sweeping = Object.assign(Object.create(order) as JournalPositionRepository, {
      getRange: async () => {
        const range = await order.getRange();
        await order.sweep(new Date(Date.now() + DAY));
        return range;
      },
    });
    const reader = new JournalReader(DataAccess.forDatabase(service.app.get(Database)), sweeping);
    await expect(reader.read({}, after, 10)).rejects.toMatchObject({ code: 'journal.gone' });
    await create('left');
    const end = await current();
    expect(end).toBeGreaterThan(last);
    expect(await reader.read({}, undefined, 10)).toEqual({ changes: [], next: end, current: end });
  });

  it('lets nobody wait while the service stops', async () => {
    const waiting = read({ after: await current(), wait: 30 });
    await pause(300);
    service.app.get(Shutdown).abortWork();
    expect(changesOf(await waiting).CHANGES).toEqual([]);
    expect(changesOf(await read({ wait: 30 }))).toBeDefined();
  }, 25_000);
});
