import { defineCodes } from '../../core/code-list';
import { recordReference } from '../openapi/schema-components';
import type { JsonSchema } from '../validation/schema';
import {
  booleanField,
  constantField,
  computedField,
  numericFlagField,
  enumCodeField,
  objectField,
  instantField,
  recordListField,
  moneyField,
  numberField,
  quantityField,
  rateField,
  defineRecord,
  type NamedSchema,
  toRecordSchema,
  referenceField,
  stringField,
  stringListField,
} from './record';

interface Line {
  sku: string | null;
}

interface Source {
  id: number;
  pId: string | null;
  parentId: number | null;
  parentPid: string | null;
  isActive: boolean | null;
  price: number | null;
  percent: number | null;
  amount: number | null;
  madeAt: Date | null;
  words: string[] | null;
  lines: Line[] | null;
  found: Line[] | null;
  kept: Line[] | null;
}

const lineRecord = defineRecord<Line>()('line', { SKU: stringField('sku') });
const wholeRecord = defineRecord<Source>()(
  { name: 'whole', extensions: ['KIND'], version: { read: ({ id }) => `v${id}`, columns: ['id'] } },
  {
    ID: numberField('id'),
    PID: stringField('pId'),
    PARENT: referenceField('parentId', 'parentPid'),
    ACTIVE: booleanField('isActive'),
    FLAG: numericFlagField('isActive'),
    PRICE: moneyField('price'),
    RATE: rateField('percent'),
    QUANTITY: quantityField('amount'),
    MADE: instantField('madeAt'),
    WORDS: stringListField('words'),
    LINES: recordListField('lines', lineRecord),
    KEPT: recordListField('kept', lineRecord, { storage: 'column' }),
    FOUND: recordListField('found', lineRecord, { storage: 'attached' }),
    KIND: constantField('fixed'),
    GROUP: objectField({
      BOTH: stringField<Source>({
        compute: ({ id, pId }) => `${id}${pId}`,
        columns: ['id', 'pId'],
      }),
    }),
    CUSTOM: computedField({
      schema: () => ({ type: 'integer' }),
      serialize: ({ id }: Source) => id + 1,
      columns: ['id'],
    }),
  },
);

const context = { timeZone: 'Europe/Madrid', language: 'en' };
const source: Source = {
  id: 1,
  pId: 'one',
  parentId: 2,
  parentPid: 'two',
  isActive: true,
  price: 123_400,
  percent: 21_000_000,
  amount: 1_500,
  madeAt: new Date('2026-01-01T00:00:00Z'),
  words: ['a'],
  lines: [{ sku: 'x' }, { sku: null }],
  kept: [{ sku: 'y' }],
  found: [{ sku: 'z' }],
};
const nothing = Object.fromEntries(
  Object.keys(source).map((key) => [key, null]),
) as unknown as Source;

describe('a record', () => {
  it('is written with all its keys, in their order', () => {
    const written = wholeRecord.serialize(source, context);
    expect(Object.keys(written)).toEqual([...wholeRecord.keys]);
    expect(written).toEqual({
      ID: 1,
      PID: 'one',
      PARENT: { ID: 2, PID: 'two' },
      ACTIVE: true,
      FLAG: 1,
      PRICE: 12.34,
      RATE: 21,
      QUANTITY: 1.5,
      MADE: '2026-01-01T01:00:00+01:00',
      WORDS: ['a'],
      LINES: [{ SKU: 'x' }, { SKU: '' }],
      KEPT: [{ SKU: 'y' }],
      FOUND: [{ SKU: 'z' }],
      KIND: 'fixed',
      GROUP: { BOTH: '1one' },
      CUSTOM: 2,
    });
    expect(wholeRecord.readVersion?.(source)).toBe('v1');
  });

  it('writes an empty value instead of null', () => {
    expect(wholeRecord.serialize(nothing, context)).toMatchObject({
      ID: 0,
      PID: '',
      PARENT: { ID: 0, PID: '' },
      ACTIVE: false,
      FLAG: 0,
      PRICE: 0,
      RATE: 0,
      QUANTITY: 0,
      MADE: '',
      WORDS: [],
      LINES: [],
      KEPT: [],
      FOUND: [],
    });
  });

  it('is written with the selected keys, and only those are loaded', () => {
    expect(wholeRecord.serialize(source, context, ['PID', 'LINES'])).toEqual({
      PID: 'one',
      LINES: [{ SKU: 'x' }, { SKU: '' }],
    });
    const plan = wholeRecord.getLoadPlan(['PID', 'LINES']);
    expect([...plan.columns].sort()).toEqual(['id', 'pId']); // the version needs the id
    expect([...(plan.relations.get('lines')?.columns ?? [])]).toEqual(['sku']);
    expect([...plan.relations.keys()]).toEqual(['lines']);
  });

  it('lists the columns of all its keys', () => {
    const { columns, relations, attachedProperties } = wholeRecord.getLoadPlan();
    const wanted = Object.keys(source).filter((key) => !['lines', 'found'].includes(key));
    expect([...columns].sort()).toEqual(wanted.sort());
    expect([...relations.keys()]).toEqual(['lines']);
    expect([...(attachedProperties ?? [])]).toEqual(['found']);
    expect(wholeRecord.getLoadPlan(['PID']).attachedProperties).toBeUndefined();
  });

  it('has a reference by its name, and so have other named schemas', () => {
    const kinds = defineCodes([[3, 'square']]);
    const SIDES = enumCodeField<Source>({ compute: () => 3, columns: [] }, kinds);
    const square = defineRecord<Source>()('square', { SIDES });
    const component = 'AnyShape';
    const components = { schemas: {} as Record<string, JsonSchema> };
    const shape: NamedSchema = { component, schema: (nested) => ({ anyOf: [nested(square)] }) };
    for (let times = 0; times < 2; times++)
      expect(recordReference(shape, components)).toEqual({ $ref: '#/components/schemas/AnyShape' });
    expect(components.schemas['AnyShape']).toEqual({
      anyOf: [{ $ref: '#/components/schemas/SquareRecord' }],
    });
    expect(components.schemas['SquareRecord']?.properties?.['SIDES']).toEqual({
      ...{ type: 'integer', description: '3 square', enum: [3], 'x-enum-varnames': ['Square'] },
    });
    const other = { component, schema: () => ({}) };
    expect(() => recordReference(other, components)).toThrow('AnyShape');
  });

  it('is described with all keys required and its extensions marked', () => {
    const schema = toRecordSchema(wholeRecord, (part) => ({
      $ref: 'component' in part ? part.component : part.name,
    }));
    expect(schema.required).toEqual(wholeRecord.keys);
    expect(schema.additionalProperties).toBe(false);
    expect(schema.properties?.['KIND']).toEqual({
      type: 'string',
      enum: ['fixed'],
      'x-extension': true,
    });
    expect(schema.properties?.['LINES']).toEqual({ type: 'array', items: { $ref: 'line' } });
    expect(schema.properties?.['ID']).toEqual({ type: 'number' });
  });
});
