import { hash } from 'node:crypto';
import fc from 'fast-check';
import type { JsonSchema } from '../../src/api/validation/schema';
import { toNumericCountryCode } from '../../src/core/countries';
import { isCurrentCurrencyCode, toCurrencyCode } from '../../src/core/currencies';
import { languages } from '../../src/core/languages';
import { removeInvisibleCharacters } from '../../src/core/invisible-characters';
import type { Draw } from './draw';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const pairs = [...letters].flatMap((one) => [...letters].map((other) => one + other));
const countries = pairs.filter((code) => toNumericCountryCode(code) > 0);
const currencyNumbers = Array.from({ length: 1000 }, (_, number) => number).filter((number) =>
  isCurrentCurrencyCode(toCurrencyCode(number) ?? ''),
);
const usualLanguages = ['en', 'es', 'de', 'fr', 'ja'];

/** Texts that have broken services before; each is a text like any other. */
const delicate = [
  ...["' or 1=1--", '"; DROP TABLE users; --', '../../etc/passwd', '%00', '%2e%2e%2f', '\\', '/'],
  ...['__proto__', 'constructor', 'toString', 'null', 'NaN', '1e999', '-0', '[object Object]'],
  ...['<script>alert(1)</script>', '=cmd()', '{{documentNumber}}', '${x}', '%s%n', 'a\r\nb: c'],
  ...['💥👩‍👩‍👧', '\u202Eabc', 'ß', 'İ', 'ﬁ', 'Å', '日本語のテキスト', 'ไทย', 'עברית', '\uFFFD'],
  ...['\uFEFF', '\u0085', '\u2028', '\t', '\u0001', '\u007F', 'e\u0301', '\u0301', '\uFFFF'],
];
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcdefg xyz0123-_.') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
);

/** Characters that no text of the service may hold. */
const unclean = /\0|\p{Surrogate}/gu;

/** Any text that the format `text` takes, `least` to `most` code points long. */
function text(draw: Draw, least: number, most: number): string {
  const way = draw.next();
  if (way < 0.15) return fit(draw.pick(delicate), least, most);
  if (way < 0.2) return fit('x', Math.min(most, 5000), most);
  if (way < 0.22) return fit('💥', Math.min(most, 3000), most);
  const length = draw.between(least, Math.min(most, Math.max(least, 12)));
  const characters = fc.array(character, { minLength: length, maxLength: length });
  const found = draw.of(characters).join('');
  return fit(found.replace(unclean, '?'), least, most);
}

function fit(found: string, least: number, most: number): string {
  const points = [...found];
  while (points.length < least) points.push(points[0] ?? 'x');
  return points.slice(0, most).join('');
}

/** Texts of a pattern of the document. */
const patterns: Readonly<Record<string, (draw: Draw, unique: string) => string>> = {
  '^(\\S(.*\\S)?)?$': (draw, unique) => `${unique}${draw.pick(['', ' x', 'ü', '💥'])}`,
  '^\\S([\\s\\S]*\\S)?$': (draw, unique) => `${unique}${draw.pick(['', ' x', '/y', '💥'])}`,
  '^[A-Za-z0-9_.-]*$': (draw) => draw.pick(['', 'a', 'A.b-c', '_0', '--', '.']),
  '^[^*]*(\\*[^*]*)?$': (draw, unique) => draw.pick(['', '*', '*_big', 'small-*', 'a*b', unique]),
  '^(key|user|import|action|system)(:[0-9]{1,15})?$': (draw) =>
    draw.pick(['key:1', 'user:7', 'import', 'system', 'action:999999999999999']),
  '^(key|user):[0-9]{1,15}$': (draw) => draw.pick(['key:1', 'user:7', 'user:999999999999999']),
  '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$': (draw, unique) =>
    draw.pick(['', 'A-', '2026/', 'ñ 💥', unique]),
  '^[0-9a-f]{64}$': (_draw, unique) => hash('sha256', unique),
  '^issued\\/[0-9a-f]{2}\\/[0-9a-f]{64}$': (_draw, unique) => `issued/ab/${hash('sha256', unique)}`,
  '^[a-z0-9_-]*$': (_draw, unique) => unique.toLowerCase().replace(/[^a-z0-9_-]/g, '-'),
};

/** Years that databases and calendars find easy or hard. */
const years = [1000, 1582, 1900, 1969, 1970, 2000, 2024, 2025, 2026, 2026, 2026, 2038, 2100, 9998];

function instant(draw: Draw): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${draw.pick(years)}-${two(draw.between(1, 12))}-${two(draw.between(1, 28))}`;
  if (draw.chance(0.3)) return day;
  const time = `${two(draw.between(0, 23))}:${two(draw.between(0, 59))}`;
  const seconds = draw.pick(['', ':00', ':59', ':30.5', ':59.999', ':00.123456789']);
  const offset = draw.pick(['Z', '+00:00', '-00:00', '+14:00', '-11:30', '+05:45', '+01:00', '']);
  return `${day}T${time}${seconds}${offset}`;
}

/** A code as it stands, or in another case. */
function inSomeCase(draw: Draw, code: string): string {
  return draw.chance(0.8) ? code : draw.pick([code.toLowerCase(), code.toUpperCase()]);
}

type Make = (draw: Draw, unique: string, schema: JsonSchema) => unknown;

/** Values of the formats of the service. */
const formats: Readonly<Record<string, Make>> = {
  text: (draw, _unique, { minLength = 0, maxLength = 255 }) => text(draw, minLength, maxLength),
  'public-id': (draw, unique) => {
    const rest = draw.chance(0.3) ? text(draw, 1, 40) : '';
    return `${unique}${rest}`
      .slice(0, 250)
      .replace(/\p{Surrogate}$/u, '')
      .trim();
  },
  'iso-639-1': (draw) =>
    inSomeCase(draw, draw.chance(0.8) ? draw.pick(usualLanguages) : draw.pick(languages).code),
  'iso-3166-1-alpha-2': (draw) => inSomeCase(draw, draw.pick(countries)),
  'iso-4217': (draw) =>
    inSomeCase(
      draw,
      draw.chance(0.6)
        ? draw.pick(['EUR', 'USD', 'JPY', 'KWD'])
        : (toCurrencyCode(draw.pick(currencyNumbers)) ?? 'EUR'),
    ),
  'iso-4217-number': (draw) =>
    draw.chance(0.6) ? draw.pick([978, 840, 392, 414]) : draw.pick(currencyNumbers),
  'email-address': (draw, unique) =>
    draw.pick(['', 'Ä', "o'", '%']) + `${unique}@${draw.pick(['example.com', 'ü.example'])}`,
  'email-address-or-empty': (draw, unique) => (draw.chance(0.3) ? '' : `${unique}@example.com`),
  'instant-or-date': instant,
  'instant-or-end-of-day': instant,
  'record-id': (draw) => String(draw.between(1, 50)),
};

function number(draw: Draw, schema: JsonSchema): number {
  const decimals = schema['x-decimals'] ?? (schema.type === 'integer' ? 0 : 3);
  const unit = 10 ** decimals;
  const { minimum = -1000, maximum = 1000, exclusiveMinimum } = schema;
  const low = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1 / unit;
  if (draw.chance(0.08)) return draw.pick([low, maximum]);
  const from = Math.max(low, Math.min(0, maximum));
  const to = Math.min(maximum, Math.max(from, 100));
  const least = Math.ceil(from * unit);
  const most = Math.max(least, Math.floor(to * unit));
  const found = draw.between(least, most) / unit;
  return found === schema.not?.const ? found + 1 : found;
}

/**
 * A value of a schema without members.
 * @param unique a word that nothing else in the store begins with
 */
export function leaf(draw: Draw, schema: JsonSchema, unique: string): unknown {
  const value = anyLeaf(draw, schema, unique);
  return schema['x-visible'] !== undefined && typeof value === 'string'
    ? toVisible(value, schema)
    : value;
}

/** Converts a text to one that new identifiers and names can have. */
function toVisible(value: string, { minLength = 0, maxLength = 255 }: JsonSchema): string {
  const visible = removeInvisibleCharacters(value).normalize('NFC').trim();
  return fit(visible, minLength, maxLength);
}

function anyLeaf(draw: Draw, schema: JsonSchema, unique: string): unknown {
  if (schema.enum) return draw.pick(schema.enum);
  if (schema['x-scalar'] !== undefined) {
    return draw.of(
      fc.oneof(fc.boolean(), fc.integer(), fc.constant(1.5), fc.constantFrom(...delicate)),
    );
  }
  if (schema['x-base64']) return Buffer.from(text(draw, 1, 40)).toString('base64');
  if (schema['x-sort']) return sorting(draw, schema['x-sort']);
  if (schema.pattern !== undefined) {
    const make = patterns[schema.pattern];
    if (!make) throw new Error(`No arbitrary for the pattern ${schema.pattern}`);
    return make(draw, unique);
  }
  if (schema.format !== undefined) {
    const make = formats[schema.format];
    if (!make) throw new Error(`No arbitrary for the format ${schema.format}`);
    return make(draw, unique, schema);
  }
  switch (schema.type) {
    case 'boolean':
      return draw.chance(0.5);
    case 'integer':
    case 'number':
      return number(draw, schema);
    case 'string':
      return text(draw, schema.minLength ?? 0, schema.maxLength ?? 255);
    default:
      throw new Error(`No arbitrary for ${JSON.stringify(schema)}`);
  }
}

function sorting(draw: Draw, names: readonly string[]): string {
  const count = draw.between(1, Math.min(3, names.length));
  const chosen = new Set(Array.from({ length: count }, () => draw.pick(names)));
  return [...chosen]
    .map((name) => inSomeCase(draw, name) + draw.pick(['', '.asc', '.desc', '.DESC']))
    .join();
}
