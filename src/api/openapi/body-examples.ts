import type { Operation } from '../operation/operation';
import { getSchemaName } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';

/** An entry of `examples` of an OpenAPI media type. */
interface ExampleObject {
  readonly summary: string;
  readonly value: object;
}

/**
 * Examples of a body with a required code (a number with a name). There is one for each value of the code; if there
 * are several codes, of the first one. Swagger UI shows them as a menu. The plain example comes first.
 * @returns the examples by the names of the codes; undefined for all other bodies
 */
export function createBodyExamples(
  { root, list, dto }: NonNullable<Operation['body']>,
  example: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
): Record<string, ExampleObject> | undefined {
  if (list) return undefined;
  const { properties = {}, required = [] } = schemas[getSchemaName(dto)] ?? {};
  const name = required.find((member) => properties[member]?.['x-enum-varnames']);
  if (name === undefined) return undefined;
  const { enum: codes = [], 'x-enum-varnames': names = [] } = properties[name] ?? {};
  const body = example as Readonly<Record<string, object>>;
  const fields = { ...(body[root] ?? body) } as Record<string, unknown>;
  const plainCode = fields[name];
  const choices = codes.map((number, index) => {
    const value = { ...fields, [name]: number };
    const key = names[index] ?? String(number);
    const summary = `${name}: ${number} ${toWords(key)}`;
    return { number, key, choice: { summary, value: body[root] ? { [root]: value } : value } };
  });
  // Codes that are accepted as numbers and as texts are listed twice.
  const sameType = choices.filter(({ number }) => typeof number === typeof plainCode);
  const first = sameType.filter(({ number }) => number === plainCode);
  const others = sameType.filter(({ number }) => number !== plainCode);
  return Object.fromEntries([...first, ...others].map(({ key, choice }) => [key, choice]));
}

/** `InProcess` -> `In process` */
function toWords(name: string): string {
  return name.replace(/(?<=[\p{Ll}\p{N}])\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
}
