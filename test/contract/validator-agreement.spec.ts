import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { OperationRegistry } from '../../src/api/operation/operation-registry';
import { type DtoClass, toInlineSchema } from '../../src/api/validation/dto';
import { Text } from '../../src/api/validation/fields';
import type { JsonSchema } from '../../src/api/validation/schema';
import { type Validator, ValidatorCompiler } from '../../src/api/validation/validator-compiler';
import { ImportRecordTypeRegistry } from '../../src/platform/data-transfer/imports/import-record-type-registry';
import { Bodies, type Fields } from '../fuzz/bodies';
import { Draw } from '../fuzz/draw';
import { parentOf, placesIn, spoilt } from '../fuzz/spoiling';
import { Service } from '../support/service/service';
import { serviceGlobal } from '../support/service/service-global';

/** Bodies of each class, valid and spoilt in half. */
const BODIES = 40;

/** Where class-validator takes what the service refuses: all that the two may judge differently. */
const differences: Readonly<
  Record<string, { explains: (name: string, value: unknown) => boolean; example: object }>
> = {
  'null for a member that may be absent': {
    explains: (_name, value) => value === null,
    example: { text: null },
  },
  'a member that all objects inherit: class-transformer leaves it out': {
    explains: (name) => name in Object.prototype,
    example: { toString: 1 },
  },
  'a character with its presentation selector, which class-validator counts as one': {
    explains: (_name, value) => typeof value === 'string' && /[\uFE0E\uFE0F]/.test(value),
    example: { text: '\u2764\uFE0F\u2600\uFE0F' },
  },
};

class NoteDto {
  @Text({ max: 3, optional: true })
  text?: string;
}

// Like the service's own classes, which are loaded outside of the specs' sandbox.
Object.setPrototypeOf(NoteDto.prototype, serviceGlobal.Object.prototype);

/** The verdict of class-validator itself on a body. */
function isValid(dto: DtoClass, body: object): boolean {
  const instance = plainToInstance(dto, body);
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  return errors.length === 0;
}

function isExplained(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(
    ([name, value]) =>
      Object.values(differences).some(({ explains }) => explains(name, value)) ||
      isExplained(value),
  );
}

/** A body that the schema describes; its references name nothing in particular. */
function validBody(draw: Draw, schema: JsonSchema): Promise<object> {
  return new Bodies({}, undefined as never, 'x').value(draw, schema) as Promise<object>;
}

/** The same, most probably wrong in one place. */
function spoiltBody(body: object, draw: Draw): object {
  const copy = structuredClone(body);
  const places = placesIn(copy);
  if (places.length === 0) return { x: 1 };
  const path = draw.pick(places);
  const parent = parentOf(copy, path);
  const name = path.at(-1) ?? '';
  const value = parent[name];
  const way = draw.between(0, 5);
  if (way === 0 && !Array.isArray(parent)) Reflect.deleteProperty(parent, name);
  else if (way === 1) Object.assign(parent, { [draw.pick(['x', 'toString', 'ID'])]: value ?? 1 });
  else if (way === 2 && typeof value === 'number')
    parent[name] = -value - draw.pick([0, 0.5, 1e10]);
  else if (way === 3) parent[name] = Array.from({ length: draw.pick([0, 2, 1001]) }, () => value);
  else return spoilt(copy, draw) as object;
  return copy;
}

describe('class-validator and the compiled schema', () => {
  let service: Service;
  const dtos = new Map<string, DtoClass>();

  beforeAll(async () => {
    service = await Service.start();
    const bodies = service.app
      .get(OperationRegistry)
      .list()
      .flatMap(({ id, body, form }) => [
        ...(body ? [[id, body.dto] as const] : []),
        ...(form ? [[id, form.dto] as const] : []),
      ]);
    const types = service.app.get(ImportRecordTypeRegistry);
    const lines = types.listNames().map((name) => [`line ${name}`, types.find(name)!.dto] as const);
    for (const [name, dto] of [...bodies, ...lines]) {
      if (![...dtos.values()].includes(dto)) dtos.set(name, dto);
    }
  });

  afterAll(async () => {
    await service.stop();
  });

  it('agree on bodies of every class, but for the differences that are named', async () => {
    expect(dtos.size).toBeGreaterThan(60);
    for (const [name, dto] of dtos) await expectAgreement(name, dto);
  });

  it.each(Object.entries(differences))('differ about %s', (_name, { example }) => {
    const faults = ValidatorCompiler.forTimeZone('UTC').compile(toInlineSchema(NoteDto))(
      { ...example },
      '',
    );
    expect({ judged: isValid(NoteDto, structuredClone(example)), faults: faults.length }).toEqual({
      judged: true,
      faults: 1,
    });
    expect(isExplained(example)).toBe(true);
  });
});

async function expectAgreement(name: string, dto: DtoClass): Promise<void> {
  const schema = toInlineSchema(dto);
  const check: Validator = ValidatorCompiler.forTimeZone('UTC').compile(schema);
  const taken = { valid: 0, spoilt: 0 };
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const draw = new Draw(seed);
      const valid = await validBody(draw, schema);
      for (const [kind, body] of [
        ['valid', valid],
        ['spoilt', spoiltBody(valid, draw)],
      ] as const) {
        const judged = isValid(dto, structuredClone(body));
        // Last: it reads values into their types, in place.
        const faults = check(structuredClone(body), '');
        taken[kind] += faults.length === 0 ? 1 : 0;
        if (judged === (faults.length === 0) || (judged && isExplained(body))) continue;
        const verdict = judged ? 'class-validator takes it' : 'class-validator refuses it';
        throw new Error(`${name}: ${verdict}: ${JSON.stringify({ body: body as Fields, faults })}`);
      }
    }),
    { numRuns: BODIES / 2 },
  );
  // Else the two would agree on what neither reads.
  expect({ name, valid: taken.valid > 0, refused: taken.spoilt < BODIES / 2 }).toEqual({
    name,
    valid: true,
    refused: true,
  });
}
