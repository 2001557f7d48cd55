import { type DescribedOperation, describedOperations } from './described-operations';
import type { ExactRequest } from './exact-request';
import { expectProblem, Hardened, type Problem } from './refusals';
import { storedState } from './stored-state';

/** Keys of records, inner names and members of objects: no body has any of them, at any level. */
const STRANGERS = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'isAdmin', ''],
  ...['ID', 'PID', 'DATEADDED', 'LASTUSED', 'VERSION', 'PASSWORD', 'PASSWORDHASH', 'passwordHash'],
  ...['STATUS', 'TOTAL', 'PAID', 'DOCUMENTNUMBER', 'VOUCHERS', 'AVAILABLEBALANCE', 'dateAdded'],
];

/**
 * Members that take several types: those of filters, which the specification writes as texts, and values of custom
 * tags. The type of a value depends on the tag's control type.
 */
const OF_SEVERAL_TYPES = /\/itemType$|\/customTags(?:\/general)?\/value$/;

type Json = unknown;
type Members = Record<string, Json>;

/** An object inside a body, and the pointer to it. */
interface Node {
  readonly pointer: string;
  readonly members: Members;
}

describe('every operation', () => {
  let hardened: Hardened;
  let operations: DescribedOperation[];
  let before: string;

  beforeAll(async () => {
    hardened = await Hardened.start();
    operations = await describedOperations(hardened);
  });

  beforeEach(async () => {
    before = await storedState(hardened.service);
  });

  afterEach(async () => {
    expect(await storedState(hardened.service)).toBe(before);
  });

  afterAll(() => hardened.stop());

  /** The pointers of a 400 that the request is answered with; undefined for another answer. */
  const refused = async (request: ExactRequest): Promise<Set<string> | undefined> => {
    const answer = await hardened.send(request);
    if (answer.status !== 400) return undefined;
    const { code } = JSON.parse(answer.text) as Problem;
    const problem = expectProblem(answer, request.path, { status: 400, code });
    return new Set(problem.errors.map(({ pointer }) => pointer));
  };

  const withBodies = () =>
    operations.filter(({ example }) => example.headers?.['Content-Type'] === 'application/json');

  /**
   * Sends the example of each body once for each object in it, changed there.
   * @param change changes the members, gives the names of those that have to be refused
   * @returns what was not refused
   */
  const accepted = async (
    change: (members: Members, node: string) => readonly string[],
  ): Promise<string[]> => {
    const found: string[] = [];
    for (const { id, example } of withBodies()) {
      for (const { pointer } of nodesOf(JSON.parse(String(example.body)))) {
        const body: Json = JSON.parse(String(example.body));
        const node = nodesOf(body).find((one) => one.pointer === pointer);
        const names = node ? change(node.members, pointer) : [];
        if (names.length === 0) continue;
        const pointers = await refused({ ...example, body: JSON.stringify(body) });
        for (const name of names) {
          if (!pointers?.has(`${pointer}/${name}`)) found.push(`${id} ${pointer}/${name}`);
        }
      }
    }
    return found;
  };

  it('has a body that is an object with its root, once', async () => {
    const found: string[] = [];
    expect(withBodies().length).toBeGreaterThan(60);
    for (const { id, example } of withBodies()) {
      const text = String(example.body);
      const twice = `${text.slice(0, -1)},${text.slice(1)}`;
      for (const body of [
        'null',
        '[]',
        '"x"',
        '1',
        '[[]]',
        twice,
        `${text}${text}`,
        `\uFEFF${text}`,
      ])
        if (!(await refused({ ...example, body }))) found.push(`${id} ${body.slice(0, 40)}`);
    }
    expect(found).toEqual([]);
  });

  it('takes no member that it does not declare, at any level', async () => {
    const strangers = (members: Members): string[] => {
      for (const name of STRANGERS) {
        Object.defineProperty(members, name, { value: { polluted: true }, enumerable: true });
      }
      return STRANGERS;
    };
    expect(await accepted(strangers)).toEqual([]);
    expect(({} as Members)['polluted']).toBeUndefined();
  });

  it('takes null for nothing', async () => {
    const nulls = (members: Members): string[] => {
      for (const name of Object.keys(members)) members[name] = null;
      return Object.keys(members);
    };
    expect(await accepted(nulls)).toEqual([]);
  });

  it('takes no list or object for a value, and no object for a list', async () => {
    const wrapped = (members: Members): string[] => {
      for (const [name, value] of Object.entries(members))
        members[name] = Array.isArray(value) ? { $gt: '' } : [value];
      return Object.keys(members);
    };
    expect(await accepted(wrapped)).toEqual([]);
    const objects = (members: Members): string[] => {
      const values = Object.keys(members).filter((name) => typeof members[name] !== 'object');
      for (const name of values) members[name] = { $ne: '', toString: 'x' };
      return values;
    };
    expect(await accepted(objects)).toEqual([]);
  });

  it('takes no text or number for a flag, and no text or flag for a number', async () => {
    // Some flags are shown, and accepted, as 0 or 1.
    for (const instead of ['false', 2, '']) {
      const flags = (members: Members, node: string): string[] => {
        const names = Object.keys(members).filter(
          (name) => typeof members[name] === 'boolean' && !OF_SEVERAL_TYPES.test(`${node}/${name}`),
        );
        for (const name of names) members[name] = instead;
        return names;
      };
      expect(await accepted(flags)).toEqual([]);
    }
    for (const instead of [String, () => true, () => '']) {
      const numbers = (members: Members, node: string): string[] => {
        const names = Object.keys(members).filter(
          (name) => typeof members[name] === 'number' && !OF_SEVERAL_TYPES.test(`${node}/${name}`),
        );
        for (const name of names) members[name] = instead(members[name]);
        return names;
      };
      expect(await accepted(numbers)).toEqual([]);
    }
  });

  it('takes no query parameter that it does not declare, nor one twice', async () => {
    const found: string[] = [];
    const unknown = ['passwordHash', 'password', 'where[password]', '__proto__', 'constructor'];
    for (const { id, example, parameters } of operations) {
      const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      const queries: [string, readonly string[]][] = [
        [unknown.map((name) => `${name}=x`).join('&'), unknown],
        [known.map((name) => `${name}=1&${name}=1`).join('&'), known],
        [known.map((name) => `${name}[$ne]=1`).join('&'), known.map((name) => `${name}[$ne]`)],
      ];
      for (const [query, names] of queries) {
        if (names.length === 0) continue;
        const pointers = await refused({ ...example, path: `${example.path}?${query}` });
        for (const name of names) if (!pointers?.has(`query/${name}`)) found.push(`${id} ${name}`);
      }
    }
    expect(found).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['sort', ['password.desc', 'passwordHash.asc', 'id;drop', '(select%201).asc', 'group.id.asc']],
    ['fields', ['PASSWORD', 'PASSWORDHASH', 'password_hash', '*', '__proto__', 'ID,constructor']],
    ['perPage', ['0', '-1', '501', '1e9', '1000000000', 'abc']],
    ['page', ['0', '-1', '1e15', '1000000000000000', 'abc']],
    ['startDate', ['2026-02-30', '2026-01-01T24:00:00', 'now', "'"]],
    ['dateAdded_min', ['2026-02-30', '2026-01-01T24:00:00', 'now', "'"]],
  ])('that has %s takes only what it declares', async (name, values) => {
    const having = operations.filter(({ parameters }) =>
      parameters.some((one) => one.in === 'query' && one.name === name),
    );
    expect(having).not.toEqual([]);
    const found: string[] = [];
    for (const { id, example } of having) {
      for (const value of values) {
        const pointers = await refused({ ...example, path: `${example.path}?${name}=${value}` });
        if (!pointers?.has(`query/${name}`)) found.push(`${id} ${value}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('with an id in its path takes whole numbers above 0 for it', async () => {
    const found: string[] = [];
    const bad = ['0', '-1', '1.5', '1e0', '9007199254740993', '1%27', '1%00', '__proto__', '%20'];
    for (const { id, path, example, parameters } of operations) {
      const segments = path.split('/');
      for (const { name } of parameters.filter(({ schema }) => schema.type === 'integer')) {
        const place = segments.indexOf(`{${name}}`);
        if (place < 0) continue;
        for (const text of bad) {
          const filled = example.path.split('/').map((part, at) => (at === place ? text : part));
          const pointers = await refused({ ...example, path: filled.join('/') });
          if (!pointers?.has(`path/${name}`)) found.push(`${id} ${name} ${text}`);
        }
      }
    }
    expect(found).toEqual([]);
  });
});

/** All objects of a body, from the outside in. */
function nodesOf(value: Json, pointer = ''): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, one]) => nodesOf(one, `${pointer}/${name}`));
  return Array.isArray(value) ? inner : [{ pointer, members: value as Members }, ...inner];
}
