import { toCountryCode } from '../../../src/core/countries';
import { getCurrency } from '../../../src/core/currencies';
import { languages } from '../../../src/core/languages';
import type { Conversion, RoundTrip } from './round-trip-page';

type Json = Record<string, unknown>;

const converted: Readonly<Record<Conversion, (value: unknown) => unknown>> = {
  '': (value) => value,
  country: (value) => toCountryCode(Number(value)),
  language: (value) => languages.find(({ id }) => id === value)?.code,
  currency: (value) => getCurrency(String(value)).number,
};

/** The record in an answer that a round trip is about, if it has one. */
export function recordIn(
  answer: unknown,
  { place, chosenBy }: RoundTrip,
  path: Readonly<Record<string, string>>,
): Json | undefined {
  const found = at(answer, place.replace('[]', '').split('.'));
  if (!chosenBy) return found as Json;
  return (found as Json[]).find(
    (one) => String(at(one, chosenBy.key.split('.'))) === path[chosenBy.parameter],
  );
}

/** The body that a record goes back in, by the table of its page. */
export function bodyOf(record: Json, { pairs, root }: RoundTrip): Json {
  const body: Json = root.endsWith('[]') ? {} : { [root]: {} };
  for (const { key, field, conversion } of pairs) {
    const named = `${root}.${field}`.split('[].');
    put(record, key.split('[].'), body, named, converted[conversion]);
  }
  return body;
}

/** An array goes into an array; where the body has none, it is of its only element. */
function put(
  from: unknown,
  [key = '', ...keys]: readonly string[],
  into: Json,
  [field = '', ...fields]: readonly string[],
  convert: (value: unknown) => unknown,
): void {
  const value = at(from, key.split('.'));
  if (keys.length === 0) set(into, field.split('.'), convert(value));
  else if (keys.length > fields.length) {
    const [only] = value as unknown[];
    if (only !== undefined) put(only, keys, into, [field, ...fields], convert);
  } else {
    const elements = value as unknown[];
    const list = (at(into, field.split('.')) ?? elements.map(() => ({}))) as Json[];
    set(into, field.split('.'), list);
    elements.forEach((element, index) => put(element, keys, list[index]!, fields, convert));
  }
}

function at(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (of, name) => (name === '' ? of : (of as Json | undefined)?.[name]),
    value,
  );
}

function set(into: Json, [name = '', ...names]: readonly string[], value: unknown): void {
  if (names.length === 0) into[name] = value;
  else set((into[name] ??= {}) as Json, names, value);
}
