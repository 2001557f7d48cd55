import type { Operation } from '../operation/operation';
import { getSchemaName } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';

/** An example of a media type, as OpenAPI lists several. */
interface NamedExample {
  readonly summary: string;
  readonly value: object;
}

/**
 * Where a body needs one number that stands for something, an example for each of its numbers, by their names: pages
 * such as Swagger UI show them as a menu. The plain example comes first.
 * @returns undefined for all other bodies
 */
export function bodyExamples(
  { root, list, dto }: NonNullable<Operation['body']>,
  example: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
): Record<string, NamedExample> | undefined {
  if (list) return undefined;
  const { properties = {}, required = [] } = schemas[getSchemaName(dto)] ?? {};
  const codes = required.filter((name) => properties[name]?.['x-enum-varnames']);
  const [name, ...others] = codes;
  if (name === undefined || others.length > 0) return undefined;
  const { enum: numbers = [], 'x-enum-varnames': names = [] } = properties[name] ?? {};
  const whole = example as Readonly<Record<string, object>>;
  const fields = { ...(whole[root] ?? whole) } as Record<string, unknown>;
  const plain = fields[name];
  const choices = numbers.map((number, index) => {
    const value = { ...fields, [name]: number };
    const key = names[index] ?? String(number);
    const summary = `${name}: ${number} ${toWords(key)}`;
    return { number, key, choice: { summary, value: whole[root] ? { [root]: value } : value } };
  });
  // Codes that are taken as texts as well stand there twice.
  const alike = choices.filter(({ number }) => typeof number === typeof plain);
  const first = alike.filter(({ number }) => number === plain);
  const further = alike.filter(({ number }) => number !== plain);
  return Object.fromEntries([...first, ...further].map(({ key, choice }) => [key, choice]));
}

/** `InProcess` -> `In process` */
function toWords(name: string): string {
  return name.replace(/(?<=[\p{Ll}\p{N}])\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
}
