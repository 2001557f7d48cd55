import {
  booleanField,
  codeField,
  Code,
  CountryCode,
  Flag,
  Float,
  Int,
  Name,
  numberField,
  OneOf,
  type RecordField,
  stringField,
  Text,
} from '../../api';
import type { CodeList } from '../../core/code-list';
import {
  BoolColumn,
  DoubleColumn,
  type EntityClass,
  ForeignKeyColumn,
  SmallIntColumn,
  VarcharColumn,
} from '../../database';

/** Users have addresses in their books, documents have copies of them. */
export type AddressOwner = 'user' | 'document';

/** The decorators of a field for one owner: of the entity's column, and of the request's member. */
export interface FieldDecorators {
  readonly column: PropertyDecorator;
  readonly member: (prototype: object, property: string) => void;
}

/** A field of the addresses of the owners `O`, whose columns hold a `C`. */
export interface AddressField<C = unknown, O extends AddressOwner = AddressOwner> {
  readonly decoratorsByOwner: Readonly<Record<O, FieldDecorators>>;
  /** Creates the field of a record; absent if no record contains the field. */
  readonly toRecordField?: <T>(property: string) => RecordField<T, unknown>;
  /** Name of the field in records; by default its own name. */
  readonly recordKey?: string;
  /** Value of the column after an erasure; absent if the field isn't personal. */
  readonly erasedValue?: C;
  /** Whether invoices and credit notes keep the value in an erasure. */
  readonly isRetainedOnErasure?: boolean;
}

interface FieldDescription {
  readonly description?: string;
  readonly example?: string;
}

interface TextOptions {
  /** How the bodies of users describe it. */
  readonly user?: FieldDescription & { readonly isRequired?: boolean };
  readonly isRetainedOnErasure?: boolean;
  /** Whether it is a name. Documents are copies, which keep names as they are. */
  readonly validatesAsName?: boolean;
  /** Maximum number of characters in documents; in address books it is 255. */
  readonly length?: number;
}

/** Text that is personal. */
export function addressTextField({
  user: { isRequired = false, ...user } = {},
  length = 255,
  isRetainedOnErasure = false,
  validatesAsName = false,
}: TextOptions = {}): AddressField<string> {
  const absent = isRequired ? {} : { default: '' };
  return {
    decoratorsByOwner: {
      user: toFieldDecorators(
        VarcharColumn(255),
        (validatesAsName ? Name : Text)({ max: 255, ...user, ...absent }),
      ),
      document: toFieldDecorators(VarcharColumn(length), Text({ max: length, default: '' })),
    },
    toRecordField: (property) => stringField(property as never),
    erasedValue: '',
    isRetainedOnErasure,
  };
}

interface OptionalTextOptions<O extends AddressOwner> {
  readonly owners: readonly O[];
  readonly description: string;
  /** All values that a request may have. */
  readonly values?: readonly string[];
  /** Whether no record contains the field. */
  readonly isWriteOnly?: boolean;
}

/** Optional text. The column is null in rows that are older than the field, and if the request omits the text. */
export function optionalAddressTextField<O extends AddressOwner>(
  length: number,
  { owners, description, values, isWriteOnly = false }: OptionalTextOptions<O>,
): AddressField<string | null, O> {
  const createDecorators = (owner: AddressOwner): FieldDecorators => {
    // The specification has a body for the addresses of users, and none for orders.
    const options = { optional: true, description, isExtension: owner === 'user' };
    return toFieldDecorators(
      VarcharColumn(length, { nullable: true, default: null }),
      values ? OneOf(values, options) : Text({ max: length, ...options }),
    );
  };
  return {
    decoratorsByOwner: Object.fromEntries(
      owners.map((owner) => [owner, createDecorators(owner)]),
    ) as Record<O, FieldDecorators>,
    ...(!isWriteOnly && { toRecordField: toExtensionRecordField }),
    erasedValue: null,
    isRetainedOnErasure: true,
  };
}

function toExtensionRecordField<T>(property: string): RecordField<T, string> {
  const field = stringField<T>(property as never);
  return { ...field, schema: (nested) => ({ ...field.schema(nested), 'x-extension': true }) };
}

interface FlagOptions {
  readonly default: boolean;
  /** How the bodies of users describe it. */
  readonly userDescription?: string;
  /** How the bodies of documents describe it. */
  readonly documentDescription?: string;
}

export function addressFlagField({
  default: defaultValue,
  userDescription,
  documentDescription,
}: FlagOptions): AddressField<boolean> {
  const member = (description?: string) =>
    Flag({ default: defaultValue, ...(description !== undefined && { description }) });
  return {
    decoratorsByOwner: {
      user: toFieldDecorators(BoolColumn(), member(userDescription)),
      document: toFieldDecorators(BoolColumn(), member(documentDescription)),
    },
    toRecordField: (property) => booleanField(property as never),
  };
}

/** Degrees of latitude or longitude. */
export function addressDegreesField(max: number, description: string): AddressField<number> {
  const range = { min: -max, max, default: 0 };
  return {
    decoratorsByOwner: {
      user: toFieldDecorators(DoubleColumn(), Float({ ...range, description })),
      document: toFieldDecorators(DoubleColumn(), Float(range)),
    },
    toRecordField: (property) => numberField(property as never),
    erasedValue: 0,
  };
}

export function addressCodeField<T extends number>(
  codes: CodeList<T>,
  options: { readonly default: T },
): AddressField<T> {
  const both = toFieldDecorators(SmallIntColumn(), Code(codes, options));
  return {
    decoratorsByOwner: { user: both, document: both },
    toRecordField: (property) => codeField(property as never, codes),
  };
}

export function addressCountryField(): AddressField<string> {
  const both = toFieldDecorators(VarcharColumn(2), CountryCode());
  return {
    decoratorsByOwner: { user: both, document: both },
    toRecordField: (property) => stringField(property as never),
    recordKey: 'country',
  };
}

/** Reference to another record, in address books only. In a request, 0 stands for no reference. */
export function addressReferenceField(
  entity: () => EntityClass,
  description: string,
): AddressField<number | null, 'user'> {
  const column = ForeignKeyColumn(entity, { onDelete: 'SET NULL', nullable: true });
  const range = { min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 };
  const member = Int({ ...range, isExtension: true, description });
  return {
    decoratorsByOwner: { user: toFieldDecorators(column, member) },
    toRecordField: (property) => numberField(property as never),
  };
}

function toFieldDecorators(column: PropertyDecorator, member: unknown): FieldDecorators {
  return { column, member: member as FieldDecorators['member'] };
}
