import { listDataColumns } from '../../database';
import { deriveSchema } from '../../api/validation/schema-derivation';
import { createEmptyBaseClass } from './address-members';
import { optionalAddressTextField } from './address-field-factories';

describe('A text that is added to addresses', () => {
  const added = { owners: ['user', 'document'], description: 'Part of the city' } as const;
  const { decoratorsByOwner, toRecordField } = optionalAddressTextField(64, added);

  it('may be absent in requests and is null in older rows', () => {
    class Body extends createEmptyBaseClass<object>() {}
    class Row extends createEmptyBaseClass<object>() {}
    decoratorsByOwner.user.member(Body.prototype, 'district');
    decoratorsByOwner.document.column(Row.prototype, 'district');
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
    expect(listDataColumns(Row)).toMatchObject([{ property: 'district', nullable: true }]);
  });

  it('is an addition to the specification in records, or in none of them', () => {
    const field = toRecordField?.('district');
    expect(field?.schema(() => ({}))).toEqual({ type: 'string', 'x-extension': true });
    expect(field?.serialize({ district: null }, { timeZone: 'UTC', language: 'en' })).toBe('');
    expect(
      optionalAddressTextField(64, { ...added, isWriteOnly: true }).toRecordField,
    ).toBeUndefined();
  });
});
