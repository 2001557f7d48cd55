import type { DtoClass, RecordField } from '../../api';
import { setMemberOrder } from '../../api/validation/constraint-metadata';
import { listMembers } from '../../api/validation/dto';
import { addressFields } from './address-fields';
import type { AddressField, FieldDecorators, AddressOwner } from './address-field-factories';

type Fields = typeof addressFields;

/** The names of an owner's fields. */
export type AddressFieldName<O extends AddressOwner> = {
  [K in keyof Fields]: Fields[K]['decoratorsByOwner'] extends Readonly<Record<O, unknown>>
    ? K
    : never;
}[keyof Fields];

type ColumnTypeOf<F> = F extends AddressField<infer C, never> ? C : never;

/** The columns of an owner's address. */
export type AddressColumns<O extends AddressOwner> = {
  [K in AddressFieldName<O>]: ColumnTypeOf<Fields[K]>;
};

/** The members of a request: never null, and undefined where an optional text is absent. */
export type AddressMembers<O extends AddressOwner> = {
  [K in AddressFieldName<O>]:
    | NonNullable<ColumnTypeOf<Fields[K]>>
    | (string | null extends ColumnTypeOf<Fields[K]> ? undefined : never);
};

const fields = Object.entries(addressFields) as [string, AddressField<unknown, never>][];

/** The names of an owner's fields, in the order of the list. @param leadingFields those that come before all others */
export function listAddressFieldNames<O extends AddressOwner>(
  owner: O,
  leadingFields: readonly AddressFieldName<O>[] = [],
): AddressFieldName<O>[] {
  const names = fields
    .filter(([, { decoratorsByOwner }]) => owner in decoratorsByOwner)
    .map(([name]) => name);
  return [...new Set<string>([...leadingFields, ...names])] as AddressFieldName<O>[];
}

/** Returns an empty base class of the type `T`, for a class whose members are declared by its decorators. */
export function createEmptyBaseClass<T extends object>(): new () => T {
  return Object as unknown as new () => T;
}

/** Gives an entity the columns of an owner's address. */
export function WithAddressColumns<O extends AddressOwner>(
  owner: O,
  leadingFields: readonly AddressFieldName<O>[] = [],
): ClassDecorator {
  return ({ prototype }) => {
    for (const name of listAddressFieldNames(owner, leadingFields))
      getDecorators(owner, name).column(prototype as object, name);
  };
}

/**
 * Gives a body the members of an owner's address.
 * @param options.leadingMembers its members that come before all others
 * @param options.omittedMembers members that the body can't have
 */
export function WithAddressMembers(
  owner: AddressOwner,
  {
    leadingMembers,
    omittedMembers = [],
  }: { readonly leadingMembers: readonly string[]; readonly omittedMembers?: readonly string[] },
) {
  return (dto: DtoClass): void => {
    for (const name of listAddressFieldNames(owner).filter((one) => !omittedMembers.includes(one)))
      getDecorators(owner, name).member(dto.prototype as object, name);
    setMemberOrder(dto, [...new Set([...leadingMembers, ...listMembers(dto)])]);
  };
}

interface RecordKeyOptions {
  /** How the record writes a name. */
  readonly toKey: (name: string) => string;
  readonly omittedFields: readonly (keyof Fields)[];
}

/** The keys of a record that shows an owner's address, in alphabetical order. @param otherFields other keys */
export function createAddressRecordFields<T>(
  owner: AddressOwner,
  { toKey, omittedFields }: RecordKeyOptions,
  otherFields: Readonly<Record<string, RecordField<T, unknown>>>,
): Record<string, RecordField<T, unknown>> {
  const excluded: readonly string[] = omittedFields;
  const shown = fields.flatMap(([name, { decoratorsByOwner, toRecordField, recordKey = name }]) =>
    toRecordField && owner in decoratorsByOwner && !excluded.includes(name)
      ? [[toKey(recordKey), toRecordField<T>(name)] as const]
      : [],
  );
  const keys = { ...Object.fromEntries(shown), ...otherFields };
  return Object.fromEntries(Object.entries(keys).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The personal fields of an owner, with their values after an erasure. */
export function getErasedAddressValues<O extends AddressOwner>(
  owner: O,
): Partial<AddressColumns<O>> {
  const erased = fields.filter(
    ([, one]) => owner in one.decoratorsByOwner && one.erasedValue !== undefined,
  );
  return Object.fromEntries(erased.map(([name, one]) => [name, one.erasedValue])) as Partial<
    AddressColumns<O>
  >;
}

/** The fields that invoices and credit notes keep in an erasure. */
export const retainedAddressFields = fields
  .filter(([, { isRetainedOnErasure }]) => isRetainedOnErasure)
  .map(([name]) => name) as AddressFieldName<'document'>[];

function getDecorators(owner: AddressOwner, name: keyof Fields): FieldDecorators {
  const byOwner: Partial<Record<AddressOwner, FieldDecorators>> =
    addressFields[name].decoratorsByOwner;
  const decorators = byOwner[owner];
  if (!decorators) throw new Error(`No ${owner} has ${name}`);
  return decorators;
}
