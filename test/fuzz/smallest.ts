import type { Sketch } from './requests';

/** So many smaller requests are tried. */
const MOST_TRIES = 150;

/**
 * Leaves parts of a request out, and shortens its texts, as long as it still shows what it showed.
 * @param shows sends a request
 */
export async function smallest(
  sketch: Sketch,
  shows: (smaller: Sketch) => Promise<boolean>,
): Promise<Sketch> {
  let least = sketch;
  let tries = 0;
  for (let isSmaller = true; isSmaller && tries < MOST_TRIES;) {
    isSmaller = false;
    for (const candidate of smallerThan(least)) {
      if (++tries > MOST_TRIES) break;
      if (!(await shows(candidate))) continue;
      least = candidate;
      isSmaller = true;
      break;
    }
  }
  return least;
}

function* smallerThan(sketch: Sketch): Generator<Sketch> {
  for (const name of Object.keys(sketch.headers)) {
    const { [name]: _left, ...headers } = sketch.headers;
    yield { ...sketch, headers };
  }
  for (const at of sketch.query.keys()) {
    yield { ...sketch, query: sketch.query.filter((_one, index) => index !== at) };
  }
  if (sketch.bytes) return;
  for (const body of smallerValues(sketch.body)) yield { ...sketch, body };
}

function* smallerValues(value: unknown): Generator {
  if (typeof value === 'string' && value.length > 1) {
    yield value.slice(0, value.length >> 1);
    yield value.slice(value.length >> 1);
  }
  if (typeof value !== 'object' || value === null) return;
  const keys = Object.keys(value);
  for (const key of keys) yield without(value, key);
  for (const key of keys) {
    for (const smaller of smallerValues((value as Record<string, unknown>)[key])) {
      const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<
        string,
        unknown
      >;
      copy[key] = smaller;
      yield copy;
    }
  }
}

function without(value: object, key: string): unknown {
  if (Array.isArray(value)) return value.filter((_one, at) => String(at) !== key);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
