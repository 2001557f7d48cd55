/** @engine */
import fc from 'fast-check';
import type { OpenApiDocument } from '../../../src/api/openapi/openapi-document';
import type { JsonSchema } from '../../../src/api/validation/schema';
import { Clock } from '../../../src/core/clock';
import { Database } from '../../../src/database';
import { Bodies } from '../../fuzz/bodies';
import { type Described, describedOperations, schemasOf } from '../../fuzz/described';
import { Draw } from '../../fuzz/draw';
import { Existing } from '../../fuzz/existing';
import { exactRequest, type Sketch, validRequest } from '../../fuzz/requests';
import { SeededStore } from '../../fuzz/seeded-store';
import { targetOf } from '../../fuzz/target';
import { cases } from '../../support/random/cases';
import { Service } from '../../support/service/service';
import { exchange } from '../conventions/requests/exact-request';
import { type RoundTrip, roundTrips } from './round-trip-page';
import { bodyOf, recordIn } from './sent-back';

/** Records of each kind that are sent back. */
const RECORDS = cases(5, 12);
/** Some of each kind are made first, of any form. */
const MADE = 6;

/** Operations that create records that are sent back, in addition to a POST to the beginning of their PUT's path. */
const creations = [
  ...['createTagValue', 'createActivityLimit', 'createChannelPhysicalLocation', 'createAddress'],
  ...[
    'createUserCustomTag',
    'createUserVoucher',
    'createUserSupplierItems',
    'createOrderCustomTag',
  ],
];

const trips = roundTrips();

describe('what is answered', () => {
  let service: Service;
  let operations: Described[];
  let schemas: Readonly<Record<string, JsonSchema>>;
  let document: OpenApiDocument;
  let bodies: Bodies;

  beforeAll(async () => {
    service = await Service.start({
      STORE_TIME_ZONE: 'America/St_Johns',
      WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 'trip').toString('base64'),
    });
    // A second later at each look, so that a change of nothing would show in UPDATEDAT.
    let looks = 0;
    service.app.get(Clock).now = () => new Date(Date.now() + 1000 * looks++);
    const store = new SeededStore(service);
    await store.fill(1);
    const target = targetOf(service);
    document = target.document;
    operations = describedOperations(document);
    schemas = schemasOf(document);
    const existing = new Existing(target, (place) => store.provide(place));
    bodies = new Bodies(schemas, existing, 'trip');
    const draw = new Draw(1);
    const makers = operations.filter(
      ({ id, method, path }) =>
        creations.includes(id) ||
        (method === 'POST' && trips.some(({ put }) => put === `${path}/{id}`)),
    );
    expect(makers.map(({ id }) => id)).toEqual(expect.arrayContaining(creations));
    for (const maker of makers) {
      for (let made = 0; made < MADE; made++) await send(await validRequest(maker, draw, bodies));
    }
  });

  afterAll(() => service.stop());

  const send = async (sketch: Sketch) => {
    const answer = await exchange(service.url, exactRequest(sketch));
    if (answer.status < 300) bodies.existing.forget();
    return answer;
  };
  const operation = (method: string, path: string): Described =>
    operations.find((one) => one.method === method && one.path === path)!;

  /** Data that every change moves, even where little of it is shown, and the journal's entries of changes. */
  const marks = async (): Promise<unknown[]> => {
    const database = service.app.get(Database);
    return [
      ...(await database.select('SELECT id, last_used FROM users ORDER BY id')),
      ...(await database.select('SELECT id, version, updated_at FROM documents ORDER BY id')),
      ...(await database.select('SELECT kind, record_id, action FROM journal_entries ORDER BY id')),
    ];
  };

  const sendBack = async (trip: RoundTrip, draw: Draw): Promise<boolean> => {
    // Whether or not this changes the record, there is another one afterwards.
    const sketch = await validRequest(operation('PUT', trip.put), draw, bodies);
    await send(sketch);
    const fill = (path: string) =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sketch.path[name] ?? ''));
    const read = async () => {
      const { status, body, headers } = await service.get(fill(trip.get));
      return { status, body: body as unknown, etag: headers['etag'] };
    };
    const before = await read();
    const record = before.status === 200 && recordIn(before.body, trip, sketch.path);
    if (!record) return false;
    const marksBefore = await marks();
    const body = bodyOf(record, trip);
    const { status, body: answered } = await service.put(fill(trip.put), body);
    if (status !== 200) throw new Error(JSON.stringify({ status, answered, record, body }));
    expect({ sent: body, ...(await read()) }).toEqual({ sent: body, ...before });
    if (trip.get === trip.put) expect(answered).toEqual(before.body);
    expect(await marks()).toEqual(marksBefore);
    return true;
  };

  it.each(trips.map((trip) => [trip.title, trip] as const))(
    'can be sent back: %s',
    async (_, trip) => {
      let sent = 0;
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          if (await sendBack(trip, new Draw(seed))) sent++;
        }),
        { numRuns: RECORDS, seed: 1 },
      );
      if (sent <= RECORDS / 2)
        throw new Error(
          `Only ${sent} of ${RECORDS} times a stored record was found for GET ${trip.get}: ` +
            'see test/fuzz/paths.ts, where the parameters of paths come from',
        );
    },
  );

  it('has a table for every PUT that sets fields', () => {
    // Moves, acknowledgements, a value in the path, and changes of many records.
    const others =
      /\/(changeStatus|received|trackingNumber\/\{trackingNumber\}|shipments\/trackings)$/;
    const puts = operations.filter(({ method, path }) => method === 'PUT' && !others.test(path));
    expect(trips.map(({ put }) => put).sort()).toEqual(puts.map(({ path }) => path).sort());
  });

  it.each(trips.map((trip) => [trip.title, trip] as const))(
    'has its place on the page, key by key and field by field: %s',
    (_, trip) => {
      const { pairs, left, unanswered, place, root } = trip;
      const answer = document.paths[trip.get]?.get?.responses?.['200'] as {
        content: Record<string, { schema: JsonSchema }>;
      };
      const shown = leavesOf(schemaAt(answer.content['application/json']!.schema, place));
      const isLeft = (key: string) =>
        left === undefined ||
        left.some(
          (one) => key === one || (/^[.[]/.test(key.slice(one.length)) && key.startsWith(one)),
        );
      const keys = pairs.map(({ key }) => key);
      expect(shown.filter((key) => !keys.includes(key) && !isLeft(key))).toEqual([]);
      expect(keys.filter((key) => !shown.includes(key))).toEqual([]);
      for (const one of left ?? []) expect(shown.some((key) => key.startsWith(one))).toBe(true);
      const { body = {} } = operation('PUT', trip.put);
      const wrapped =
        body.anyOf?.find(({ properties }) => properties?.[root.replace('[]', '')]) ?? body;
      const fields = pairs.map(({ field }) => field);
      const taken = leavesOf(schemaAt(wrapped, root)).sort();
      expect(taken).toEqual([...new Set([...fields, ...unanswered])].sort());
    },
  );

  /** The schema below names of members; `[]` goes into an array. */
  function schemaAt(schema: JsonSchema, place: string): JsonSchema {
    const found = resolved(schema);
    if (place === '') return found;
    const name = place.replace('[]', '');
    const member = resolved(found.properties?.[name] ?? {});
    return place.endsWith('[]') ? resolved(member.items ?? {}) : member;
  }

  function resolved(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)!]!;
  }

  /** Names of all values of a schema, those of records that it holds in turn. */
  function leavesOf(schema: JsonSchema, seen: readonly JsonSchema[] = []): string[] {
    const { properties, items } = resolved(schema);
    if (seen.length > 16) return [];
    const below = [...seen, schema];
    if (items) return leavesOf(items, below).map((name) => (name === '' ? '[]' : `[].${name}`));
    if (!properties) return [''];
    return Object.entries(properties).flatMap(([name, member]) =>
      leavesOf(member, below).map((inner) => {
        return inner === '' ? name : inner.startsWith('[') ? name + inner : `${name}.${inner}`;
      }),
    );
  }
});
