import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breaksBetween } from './compatibility/changes';
import { type Described, type Outline, outlineOf, written } from './compatibility/outline';

const ROOT = join(__dirname, '../..');
const RELEASES = 'docs/releases';
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const byVersion = new Intl.Collator('en', { numeric: true }).compare;
const releases = readdirSync(join(ROOT, RELEASES)).sort(byVersion);
const { version } = JSON.parse(read('package.json')) as { version: string };

/** Breaks that the changelog names. */
const deliberate = [
  // An open list since 1.1.0.
  'GET /v1/changes, answer 200.CHANGES[].KIND: other values than the 45 listed ones are answered newly',
  // Control characters in numbers of documents forge lines of what prints them.
  String.raw`POST /v1/orders, body.orders.documentNumber: pattern was absent, and is "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"`,
  // Those of the user.
  'POST /v1/users, body.users.addressBook[].userType: left out it meant 1',
  'POST /v1/users, body.users.addressBook[].reverseChargeVat: left out it meant false',
  // Wider than the former choices and whole numbers.
  'POST /v1/users/shoppingLists/{id}/rows, body.items[].importance: maxLength was absent, and is 255',
  'POST /v1/users/shoppingLists/{id}/rows, body.items[].importance: format was absent, and is "text"',
  'POST /v1/users/shoppingLists/{id}/rows, body.items[].quantity: exclusiveMinimum was absent, and is 0',
  'POST /v1/users/shoppingLists/{id}/rows, body.items[].quantity: x-decimals was absent, and is 3',
  'POST /v1/users/shoppingLists/{id}/rows, body.items[].reference.type: maxLength was absent, and is 255',
  'POST /v1/users/shoppingLists/{id}/rows, body.items[].reference.type: format was absent, and is "text"',
];

describe('the interface since the last release', () => {
  const today = JSON.parse(read('docs/openapi.json')) as Described;
  const last = releases.at(-1) ?? '';

  it('has lost nothing that clients depend on', () => {
    const before = JSON.parse(read(join(RELEASES, last))) as Outline;
    expect(breaksBetween(before, outlineOf(today))).toEqual(deliberate);
  });

  it('describes everything that is deprecated', () => {
    const silent: string[] = [];
    const look = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { deprecated, description } = value as Record<string, unknown>;
      if (deprecated === true && typeof description !== 'string') silent.push(at);
      for (const [name, member] of Object.entries(value)) look(member, `${at}/${name}`);
    };
    look(today, '');
    expect(silent).toEqual([]);
  });

  it('is kept for each version, as it is written', () => {
    for (const file of releases) {
      const outline = JSON.parse(read(join(RELEASES, file))) as Outline;
      expect(file).toBe(`${outline.version}.json`);
      expect(written(outline)).toBe(read(join(RELEASES, file)));
    }
  });

  it('is of the version of the changelog and the package', () => {
    const [, latest] =
      /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? [];
    expect([latest, last, today.info.version]).toEqual([version, `${version}.json`, version]);
  });

  it('has a changelog with the headings of Keep a Changelog, the newest version first', () => {
    const changelog = read('CHANGELOG.md');
    const kinds = [...changelog.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    expect(kinds.filter((kind) => !known.includes(kind ?? ''))).toEqual([]);
    const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
    expect(headings[0]).toBe('[Unreleased]');
    const versions = headings.slice(1).map((heading) => /\d+\.\d+\.\d+/.exec(heading)?.[0] ?? '');
    expect(versions).toEqual([...versions].sort(byVersion).reverse());
  });
});

/** A small interface with something of everything. */
function sample() {
  return {
    openapi: '3.1.0',
    info: { version: '1.0.0' },
    security: [{ key: [] }, { token: [] }],
    paths: {
      '/v1/mugs': {
        get: {
          operationId: 'listMugs',
          description: 'Lists mugs',
          'x-scope': 'mugs:read',
          'x-request-type': 'LIGHT',
          parameters: [
            { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } },
            { name: 'sort', in: 'query', schema: { type: 'string', 'x-sort': ['id', 'name'] } },
          ],
          responses: {
            200: { content: { 'application/json': { schema: ref('MugRecord') } } },
            404: { content: { 'application/problem+json': { schema: ref('Problem') } } },
          },
        },
        post: {
          operationId: 'createMug',
          'x-scope': 'mugs:write',
          requestBody: { content: { 'application/json': { schema: ref('Mug') } } },
          responses: { 201: { content: { 'application/json': { schema: ref('MugRecord') } } } },
        },
      },
    },
    components: {
      schemas: {
        Mug: {
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 20, description: 'What it says' },
            state: { type: 'integer', enum: [1, 2], default: 1 },
            size: { anyOf: [{ type: 'number' }, { type: 'string', format: 'size' }] },
            parts: { type: 'array', maxItems: 5, items: ref('Mug') },
          },
        },
        MugRecord: {
          type: 'object',
          required: ['ID', 'NAME'],
          properties: {
            ID: { type: 'integer' },
            NAME: { type: 'string', format: 'text' },
            STATE: { type: 'integer', enum: [1, 2], 'x-enum-varnames': ['New', 'Old'] },
            SIZE: { anyOf: [{ type: 'number' }, { type: 'string' }] },
            PARTS: { type: 'array', items: ref('MugRecord') },
            SHAPE: { type: 'string', 'x-extensible-enum': ['round'] },
          },
        },
        Problem: { type: 'object' },
      },
    },
  };
}

function ref(name: string): Record<string, unknown> {
  return { $ref: `#/components/schemas/${name}` };
}

// A change can be anything: a wrong path throws.
// oxlint-disable-next-line typescript/no-explicit-any -- the document is changed anywhere
type Anything = any;

/** The breaking changes that a change of the sample causes. */
function breaksOf(change: (document: Anything) => void): string[] {
  const now = sample() as Anything;
  change(now);
  return breaksBetween(outlineOf(sample()), outlineOf(now));
}

const list = (document: Anything) => document.paths['/v1/mugs'].get;
const create = (document: Anything) => document.paths['/v1/mugs'].post;
const sent = (document: Anything) => document.components.schemas.Mug;
const answered = (document: Anything) => document.components.schemas.MugRecord;

describe('the rules of compatibility', () => {
  it.each<[string, (document: Anything) => void, string]>([
    ['an operation goes', (d) => delete d.paths['/v1/mugs'].get, 'GET /v1/mugs is gone'],
    ['an operationId changes', (d) => (list(d).operationId = 'mugs'), 'was listMugs, and is mugs'],
    ['another scope is needed', (d) => (list(d)['x-scope'] = 'keys:read'), 'was mugs:read'],
    ['a call costs more', (d) => (list(d)['x-request-type'] = 'HEAVY'), 'was LIGHT, and is HEAVY'],
    ['credentials go', (d) => (d.security = [{ key: [] }]), 'token is accepted no more'],
    ['a parameter goes', (d) => list(d).parameters.pop(), 'the parameter query sort is gone'],
    [
      'a parameter is required',
      (d) => (list(d).parameters[0].required = true),
      'query page is req',
    ],
    [
      'a required parameter comes',
      (d) => list(d).parameters.push({ name: 'q', in: 'query', required: true, schema: {} }),
      'the parameter query q is required now',
    ],
    ['a bound is narrower', (d) => (list(d).parameters[0].schema.maximum = 8), 'maximum was 9'],
    ['a bound comes', (d) => (sent(d).properties.parts.minItems = 1), 'minItems was absent'],
    ['a sorting goes', (d) => list(d).parameters[1].schema['x-sort'].pop(), 'name sorts no more'],
    ['a body is required', (d) => (create(d).requestBody.required = true), 'the body is required'],
    ['a body goes', (d) => delete create(d).requestBody, 'the body is taken no more'],
    ['a member is required', (d) => sent(d).required.push('state'), 'body.state is required now'],
    ['a member is taken no more', (d) => delete sent(d).properties.state, 'body.state is gone'],
    ['a value is taken no more', (d) => sent(d).properties.state.enum.pop(), '2 is taken no more'],
    ['a default changes', (d) => (sent(d).properties.state.default = 2), 'left out it meant 1'],
    ['a type is narrower', (d) => (sent(d).properties.name.type = 'integer'), 'the type was "str'],
    ['an alternative goes', (d) => sent(d).properties.size.anyOf.pop(), 'an alternative is gone'],
    ['a form comes', (d) => (sent(d).properties.name.pattern = '^a'), 'pattern was absent'],
    ['a member is fixed', (d) => (sent(d)['x-fixed'] = ['name']), "name can't be changed any more"],
    [
      'an answer goes',
      (d) => {
        list(d).responses = { 204: {} };
      },
      'answer 200 is gone',
    ],
    ['another success comes', (d) => (list(d).responses[202] = {}), 'answer 202 is new'],
    ['a key goes', (d) => delete answered(d).properties.NAME, 'answer 200.NAME is gone'],
    ['a key may be absent', (d) => answered(d).required.pop(), '200.NAME may be absent now'],
    [
      'a type is wider',
      (d) => (answered(d).properties.ID.type = ['integer', 'null']),
      'ID: the type',
    ],
    [
      'a new value is answered',
      (d) => answered(d).properties.STATE.enum.push(3),
      '3 is answered new',
    ],
    ['any value is answered', (d) => delete answered(d).properties.STATE.enum, 'other values than'],
    [
      'another alternative is answered',
      (d) => answered(d).properties.SIZE.anyOf.push({ type: 'null' }),
      'an alternative is new',
    ],
    [
      'a value is called otherwise',
      (d) => (answered(d).properties.STATE['x-enum-varnames'] = ['New', 'Used']),
      '2 was called Old, and is Used',
    ],
    ['a form goes', (d) => delete answered(d).properties.NAME.format, 'format was "text"'],
    [
      'another type comes first',
      (d) => {
        const { content } = list(d).responses[200];
        list(d).responses[200].content = { 'application/pdf': {}, ...content };
      },
      'application/json is the first type no more',
    ],
  ])('are broken where %s', (_what, change, message) => {
    const breaks = breaksOf(change);
    expect(breaks.join('\n')).toContain(message);
  });

  it.each<[string, (document: Anything) => void]>([
    ['nothing changes', () => undefined],
    ['an operation comes', (d) => (d.paths['/v1/cups'] = d.paths['/v1/mugs'])],
    ['words change', (d) => (list(d).description = 'Other words')],
    ['no scope is needed', (d) => delete list(d)['x-scope']],
    ['a call costs less', (d) => (list(d)['x-request-type'] = 'FREE')],
    ['nobody has to say who calls', (d) => (d.security = [])],
    ['a parameter comes', (d) => list(d).parameters.push({ name: 'q', in: 'query', schema: {} })],
    ['a bound is wider', (d) => (list(d).parameters[0].schema.maximum = 10)],
    ['a bound goes', (d) => delete sent(d).properties.name.maxLength],
    ['a sorting comes', (d) => list(d).parameters[1].schema['x-sort'].push('size')],
    ['a member comes', (d) => (sent(d).properties.colour = { type: 'string' })],
    ['a member is required no more', (d) => sent(d).required.pop()],
    ['a value comes', (d) => sent(d).properties.state.enum.push(3)],
    ['a type is wider', (d) => (sent(d).properties.name.type = ['string', 'null'])],
    ['an alternative comes', (d) => sent(d).properties.size.anyOf.push({ type: 'null' })],
    [
      'another media type is taken',
      (d) => (create(d).requestBody.content['multipart/form-data'] = { schema: {} }),
    ],
    ['a key comes', (d) => (answered(d).properties.COLOUR = { type: 'string' })],
    ['a key is always there', (d) => answered(d).required.push('STATE')],
    ['an open list grows', (d) => answered(d).properties.SHAPE['x-extensible-enum'].push('square')],
    ['fewer values are answered', (d) => answered(d).properties.STATE.enum.pop()],
    ['errors come and go', (d) => (list(d).responses = { 200: list(d).responses[200], 422: {} })],
    [
      'another type can be asked for',
      (d) => (list(d).responses[200].content['application/pdf'] = { schema: {} }),
    ],
    [
      'a schema has another name',
      (d) => {
        d.components.schemas.Cup = d.components.schemas.MugRecord;
        list(d).responses[200].content['application/json'].schema = ref('Cup');
      },
    ],
  ])('are kept where %s', (_what, change) => {
    expect(breaksOf(change)).toEqual([]);
  });
});
