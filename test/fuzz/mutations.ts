import type { Fields } from './bodies';
import type { Draw } from './draw';
import { RAW, type Sketch } from './requests';
import { nastyTexts, nastyValues, parentOf, placesIn } from './spoiling';

/** A change of a request; the report contains its name. */
export interface Mutation {
  readonly name: string;
  /** That the service has to refuse it, whatever else is right about it. */
  readonly fatal: boolean;
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

interface Kind {
  readonly name: string;
  readonly fits: (sketch: Sketch) => boolean;
  /** @returns whether the service has to refuse what came of it; undefined: who knows */
  readonly apply: (sketch: Sketch, draw: Draw) => boolean | undefined;
}

const hasJson = ({ body }: Sketch): boolean => body !== undefined;
const hasBody = ({ body, bytes }: Sketch): boolean => body !== undefined || bytes !== undefined;
const always = (): boolean => true;

/** Changes the text of a JSON body. */
function text(
  name: string,
  change: (json: string, draw: Draw) => string | Buffer,
  fatal?: boolean,
): Kind {
  return {
    name: `body: ${name}`,
    fits: hasJson,
    apply: (sketch, draw) => {
      const json = JSON.stringify(sketch.body);
      const changed = change(json, draw);
      if (changed === json) return undefined;
      sketch.bytes = Buffer.from(changed);
      return fatal;
    },
  };
}

function leaf(name: string, change: (parent: Fields, key: string, draw: Draw) => void): Kind {
  return {
    name: `body: ${name}`,
    fits: hasJson,
    apply: (sketch, draw) => {
      const body = structuredClone(sketch.body);
      const places = placesIn(body);
      const path = places.length === 0 ? [] : draw.pick(places);
      const key = path.at(-1);
      if (key === undefined) sketch.body = draw.of(nastyValues);
      else {
        change(parentOf(body, path), key, draw);
        sketch.body = body;
      }
      return undefined;
    },
  };
}

function header(name: string, values: readonly string[], fatal?: boolean): Kind {
  return {
    name: `header: ${name}`,
    fits: always,
    apply: (sketch, draw) => {
      sketch.headers[name] = draw.pick(values);
      return fatal;
    },
  };
}

const kinds: readonly Kind[] = [
  leaf('a value replaced', (parent, key, draw) => {
    parent[key] = draw.of(nastyValues);
  }),
  leaf('a text replaced', (parent, key, draw) => {
    parent[key] = draw.of(nastyTexts);
  }),
  leaf('a member left out', (parent, key) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    // oxlint-disable-next-line typescript/no-dynamic-delete -- that is what is tried
    else delete parent[key];
  }),
  leaf('a member more', (parent, _key, draw) => {
    const name = draw.pick(['x', 'constructor', 'id', 'ID', 'isAdmin', 'toString', '', 'a/b~c']);
    if (Array.isArray(parent)) parent.push(draw.of(nastyValues));
    else Object.defineProperty(parent, name, { value: draw.of(nastyValues), enumerable: true });
  }),
  leaf('a list of one value', (parent, key) => {
    parent[key] = Array.from({ length: 1001 }, () => parent[key]);
  }),
  {
    name: 'body: another root',
    fits: hasJson,
    apply: (sketch, draw) => {
      sketch.body = draw.of(nastyValues);
      return undefined;
    },
  },
  text('a member twice', (json) => json.replace(/"(\w+)":/, '"$1":null,"$1":'), true),
  text('__proto__', (json) => json.replace('{', '{"__proto__":{"polluted":true},')),
  text('1e999', (json) => json.replace(/:(-?\d+(\.\d+)?|"[^"\\]*"|true|false)/, ':1e999')),
  text('a lone surrogate', (json) => json.replace(/:"[^"\\]*"/, ':"\\ud800"')),
  text('a NUL', (json) => json.replace(/:"[^"\\]*"/, ':"a\\u0000b"')),
  text('invalid UTF-8', (json) =>
    Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0xc0]), Buffer.from('}')]),
  ),
  text('a byte order mark', (json) => `\uFEFF${json}`),
  text('33 levels', () => deep(33), true),
  text('100,000 levels', () => deep(100_000), true),
  text('cut short', (json, draw) => json.slice(0, draw.between(1, Math.max(1, json.length - 1)))),
  text('two documents', (json) => json + json, true),
  text('too large', () => `"${'x'.repeat(1024 * 1024)}"`, true),
  {
    name: 'body: left out',
    fits: hasBody,
    apply: (sketch) => {
      delete sketch.body;
      delete sketch.bytes;
      delete sketch.headers['Content-Type'];
      return undefined;
    },
  },
  {
    name: 'body: some bytes changed',
    fits: ({ bytes }) => bytes !== undefined && bytes.length > 0,
    apply: (sketch, draw) => {
      const bytes = Buffer.from(sketch.bytes ?? '');
      for (let count = draw.between(1, 8); count > 0; count--) {
        bytes[draw.between(0, bytes.length - 1)] = draw.between(0, 255);
      }
      sketch.bytes = draw.chance(0.3) ? bytes.subarray(0, draw.between(0, bytes.length)) : bytes;
      return undefined;
    },
  },
  {
    name: 'path: another value',
    fits: ({ path }) => Object.keys(path).length > 0,
    apply: (sketch, draw) => {
      const name = draw.pick(Object.keys(sketch.path));
      const raw = ['%', '%zz', '%c0%af', '%ff', '%00', '%2f', '..', '.', '%2e%2e', ';a=b', '1,2'];
      // Without a value it would be the path of another operation.
      sketch.path[name] = draw.chance(0.5) ? RAW + draw.pick(raw) : draw.of(nastyTexts) || ' ';
      return undefined;
    },
  },
  {
    name: 'path: a record that is not there',
    fits: ({ path }) => path['id'] !== undefined,
    apply: (sketch, draw) => {
      const ids = ['0', '-1', '987654321', '2147483648', '9007199254740991', '9007199254740992'];
      sketch.path['id'] = draw.pick([...ids, '1e3', '01', '+1', ' 1', '0x1', '１']);
      return undefined;
    },
  },
  {
    name: 'query: a value replaced',
    fits: ({ operation }) => operation.parameters.some((one) => one.in === 'query'),
    apply: (sketch, draw) => {
      const names = sketch.operation.parameters.filter((one) => one.in === 'query');
      const { name } = draw.pick(names);
      sketch.query = sketch.query.filter(([one]) => one !== name);
      sketch.query.push([name, draw.of(nastyTexts)]);
      return undefined;
    },
  },
  {
    name: 'query: a name twice',
    fits: ({ query }) => query.length > 0,
    apply: (sketch, draw) => {
      sketch.query.push(draw.pick(sketch.query));
      return true;
    },
  },
  {
    name: 'query: an unknown name',
    fits: always,
    apply: (sketch, draw) => {
      const names = ['page[]', 'q[$ne]', 'sort[__proto__]', '__proto__', 'constructor', 'PAGE', ''];
      sketch.query.push([draw.pick([...names, 'id', '$where', 'a.b', 'ｐ']), draw.of(nastyTexts)]);
      return undefined;
    },
  },
  {
    name: 'query: a forged cursor',
    fits: ({ operation }) => operation.parameters.some(({ name }) => name === 'cursor'),
    apply: (sketch, draw) => {
      const values = Array.from({ length: draw.between(0, 5) }, () => draw.of(nastyValues));
      const cursor = Buffer.from(JSON.stringify(values)).toString('base64url');
      sketch.query.push(['cursor', cursor.slice(0, 2000)]);
      return undefined;
    },
  },
  {
    name: 'query: bad escapes',
    fits: always,
    apply: (sketch, draw) => {
      sketch.query.push([
        RAW + draw.pick(['%', '%zz', 'q']),
        RAW + draw.pick(['%ff', '%c0%af', '%']),
      ]);
      return undefined;
    },
  },
  {
    name: 'query: too long',
    fits: always,
    apply: (sketch) => {
      sketch.query.push(['q', 'a'.repeat(8200)]);
      return true;
    },
  },
  {
    name: 'path: another method',
    fits: always,
    apply: (sketch, draw) => {
      sketch.method = draw.pick(['PATCH', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
      return undefined;
    },
  },
  header('If-Match', ['*', '"x"', 'W/"1"', '"1", "2"', 'x', '', '"\u00ff"', '"'.repeat(500)]),
  header('If-None-Match', ['*', '"x"', 'W/"1"', ',,,', '"']),
  header('Accept-Language', ['xx', '*', 'en;q=9', '\u00ff', 'x'.repeat(2000)]),
  header('Accept', ['text/html', 'image/*;q=0', 'x', '']),
  header('Range', ['bytes=0-1', 'bytes=-1', 'x=1-2']),
  header('X-Request-Id', ['x'.repeat(500), '<script>', 'a b', '\u00e9']),
  header('Idempotency-Key', ['x', 'x'.repeat(300), '\u00e9', '']),
  header('X-HTTP-Method-Override', ['DELETE']),
  header('X-Forwarded-Host', ['evil.example', 'a b', '\u00e9', '[::1', 'evil.example/x?y#']),
  header('Host', ['evil.example', 'a b', '[::1', '\u00e9', '']),
  header('Content-Type', ['text/plain', 'application/x-www-form-urlencoded', '', '*/*', 'x']),
  header('Content-Encoding', ['gzip', 'br', 'zstd', 'x']),
];

/** How often what is wrong shows only by what is stored: those are the refusals that may have written. */
const LATE = 0.3;

/** Values that are valid by themselves, and refused only after a look at the stored data. */
const lateKinds: readonly Kind[] = [
  {
    name: 'late: a record that is not there',
    fits: ({ path }) => path['id'] !== undefined,
    apply: (sketch) => {
      sketch.path['id'] = '987654321';
      return undefined;
    },
  },
  {
    name: 'late: a condition that fails',
    fits: ({ operation }) => operation.parameters.some(({ name }) => name === 'If-Match'),
    apply: (sketch) => {
      sketch.headers['If-Match'] = '"another state"';
      return undefined;
    },
  },
  {
    name: 'late: a reference to nothing',
    fits: ({ body }) => references(body).length > 0,
    apply: (sketch, draw) => {
      const body = structuredClone(sketch.body);
      const parent = parentOf(body, draw.pick(references(body)));
      delete parent['id'];
      parent['pId'] = 'there is no such record';
      sketch.body = body;
      return undefined;
    },
  },
];

/** The places of ids and pIds below the record that a body is about. */
function references(body: unknown): (readonly string[])[] {
  return placesIn(body).filter((path) => path.length > 2 && /^(id|pId)$/.test(path.at(-1) ?? ''));
}

/** The part of a request that is changed: there are more ways to change a header than a path. */
function partOf({ name }: Kind): string {
  return name.split(':')[0] ?? '';
}

/** Changes one thing about a request. */
export function mutate(sketch: Sketch, draw: Draw): Mutation {
  const late = lateKinds.filter(({ fits }) => fits(sketch));
  if (late.length > 0 && draw.chance(LATE)) {
    const { name, apply } = draw.pick(late);
    return { name, fatal: apply(sketch, draw) === true };
  }
  const fitting = kinds.filter(({ fits }) => fits(sketch));
  const parts = [...new Set(fitting.map(partOf))];
  const part = hasBody(sketch) && draw.chance(0.5) ? partOf(fitting[0]!) : draw.pick(parts);
  const kind = draw.pick(fitting.filter((one) => partOf(one) === part));
  const fatal = kind.apply(sketch, draw) === true;
  return { name: kind.name, fatal };
}
