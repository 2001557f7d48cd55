import { declaredColumns } from '../../database';
import { deriveSchema } from '../../api/validation/schema-derivation';
import { withTypedMembers } from './derived';
import { addedText } from './field-kinds';

describe('A text that is added to addresses', () => {
  const added = { owners: ['user', 'document'], description: 'Part of the city' } as const;
  const { of, show } = addedText(64, added);

  it('may be absent in requests and is null in older rows', () => {
    class Body extends withTypedMembers<object>() {}
    class Row extends withTypedMembers<object>() {}
    of.user.member(Body.prototype, 'district');
    of.document.column(Row.prototype, 'district');
    const { properties, required } = deriveSchema(Body).schema;
    expect(required).toBeUndefined();
    expect(properties).toEqual({
      district: {
        type: 'string',
        maxLength: 64,
        format: 'text',
        description: 'Part of the city',
        'x-extension': true,
      },
    });
    expect(declaredColumns(Row)).toMatchObject([{ property: 'district', nullable: true }]);
  });

  it('is an addition to the specification in records, or in none of them', () => {
    const field = show?.('district');
    expect(field?.schema(() => ({}))).toEqual({ type: 'string', 'x-extension': true });
    expect(field?.write({ district: null }, { zone: 'UTC', language: 'en' })).toBe('');
    expect(addedText(64, { ...added, isHidden: true }).show).toBeUndefined();
  });
});
