/** @engine api/pipeline/preconditions.step.ts */
import type { ExactRequest } from './exact-request';
import { Hardened, type Refusal, jsonRequest } from './refusals';

const GROUPS = '/v1/customTagGroups';
const changed: Refusal = { status: 412, code: 'precondition.failed', faults: [] };

/** Headers made from the record's current tag. */
type Header = (etag: string) => string;

describe('conditions', () => {
  let hardened: Hardened;
  let path: string;
  let etag: string;
  let made = 0;

  beforeAll(async () => {
    hardened = await Hardened.start();
  });

  afterAll(() => hardened.stop());

  beforeEach(async () => {
    const group = { pId: `group-${++made}`, name: 'x', itemType: 1, position: 1, priority: 1 };
    const { text } = await hardened.json(GROUPS, { customTagGroups: group });
    path = `${GROUPS}/${(JSON.parse(text) as { ID: number }).ID}`;
    etag = String((await hardened.send({ path })).headers['etag']);
  });

  const change = (condition: string): ExactRequest =>
    jsonRequest(
      path,
      { customTagGroups: { name: `${made} changed` } },
      {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'If-Match': condition },
      },
    );

  it('are made of strong tags that change with the record, and only with it', async () => {
    expect(etag).toMatch(/^"[^"]+"$/);
    expect((await hardened.send({ path })).headers['etag']).toBe(etag);
    await hardened.json(path, { customTagGroups: { name: 'y' } }, { method: 'PUT' });
    const changed = (await hardened.send({ path })).headers['etag'];
    expect(changed).not.toBe(etag);
    await hardened.json(path, { customTagGroups: { name: 'y' } }, { method: 'PUT' });
    expect((await hardened.send({ path })).headers['etag']).toBe(changed);
  });

  it('find no tag on lists and changes', async () => {
    expect((await hardened.send({ path: GROUPS })).headers['etag']).toBeUndefined();
    const answer = await hardened.json(path, { customTagGroups: { name: 'y' } }, { method: 'PUT' });
    expect(answer.headers['etag']).toBeUndefined();
  });

  it.each<[string, Header]>([
    ['the tag', (tag) => tag],
    ['the tag, weak', (tag) => `W/${tag}`],
    ['a star', () => '*'],
    ['a list with the tag', (tag) => `"a", ${tag}, "b"`],
    ['a list without blanks', (tag) => `"a",W/"b",${tag}`],
    ['a list with commas in tags', (tag) => `"a,b", ${tag}`],
  ])('spare a known record: %s in If-None-Match', async (_name, header) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await hardened.send({
        path,
        method,
        headers: { 'If-None-Match': header(etag) },
      });
      expect(answer).toMatchObject({ status: 304, text: '', headers: { etag } });
      expect(answer.headers['x-request-id']).toBeDefined();
    }
  });

  it.each<[string, Header]>([
    ['another tag', () => '"a"'],
    ['the tag without quotes', (tag) => tag.slice(1, -1)],
    ['a part of the tag', (tag) => `${tag.slice(0, -3)}"`],
    ['the tag inside another', (tag) => `"a,${tag.slice(1, -1)},b"`],
    ['a quoted star', () => '"*"'],
    ['nothing', () => ''],
    ['commas', () => ',,,'],
    ['nonsense', () => '"'],
  ])('answer the whole record: %s in If-None-Match', async (_name, header) => {
    const answer = await hardened.send({ path, headers: { 'If-None-Match': header(etag) } });
    expect(answer).toMatchObject({ status: 200, headers: { etag } });
  });

  it.each<[string, Header]>([
    ['the tag', (tag) => tag],
    ['a star', () => '*'],
    ['a list with the tag', (tag) => `"a", ${tag}`],
    ['a list with weak ones', (tag) => `W/"a",${tag}`],
  ])('let a change through: %s in If-Match', async (_name, header) => {
    expect((await hardened.send(change(header(etag)))).status).toBe(200);
    const now = String((await hardened.send({ path })).headers['etag']);
    const removal = { path, method: 'DELETE', headers: { 'If-Match': header(now) } };
    expect((await hardened.send(removal)).status).toBe(200);
  });

  it.each<[string, Header]>([
    ['another tag', () => '"a"'],
    ['the tag, weak', (tag) => `W/${tag}`],
    ['the tag without quotes', (tag) => tag.slice(1, -1)],
    ['the tag inside another', (tag) => `"a,${tag.slice(1, -1)},b"`],
    ['a quoted star', () => '"*"'],
    ['nothing', () => ''],
    ['nonsense', () => '"'],
  ])('hold a change off: %s in If-Match', async (_name, header) => {
    await hardened.refuses(change(header(etag)), changed);
    await hardened.refuses(
      { path, method: 'DELETE', headers: { 'If-Match': header(etag) } },
      changed,
    );
  });

  it('let one of 20 changes of one state through', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => hardened.send(change(etag))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(412)]);
  });

  it('let the tag of a part of the record stand for that part only', async () => {
    const part = await hardened.send({ path: `${path}?fields=NAME` });
    const spared = {
      path: `${path}?fields=NAME`,
      headers: { 'If-None-Match': String(part.headers['etag']) },
    };
    expect((await hardened.send(spared)).status).toBe(304);
    const whole = { path, headers: { 'If-None-Match': String(part.headers['etag']) } };
    expect((await hardened.send(whole)).status).toBe(200);
  });
});
