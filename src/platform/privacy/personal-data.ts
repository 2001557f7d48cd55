import { toSortKey } from '../../core/text-folding';
import { type Condition, type EntityClass, whereEquals, whereNull } from '../../database';
import { getErasedAddressValues, retainedAddressFields } from '../addresses';
import {
  DocumentAddress,
  DocumentTag,
  RowOptionValue,
  RetainedCustomer,
  SalesDocument,
  Shipment,
  StatusEntry,
  tagOwnerTypes,
} from '../../modules/sales';
import {
  RewardMovement,
  ShoppingList,
  SupplierItem,
  UserTagAssignment,
  User,
  UserAddress,
  UserComment,
  Voucher,
  WishlistItem,
} from '../../modules/users';

/** New value of a column; a function receives the new name of the person. */
type Replacement = string | number | boolean | null | ((pseudonym: string) => string);

/** Owner of a row, and the property with its id. */
type RowOwner<E> = readonly [of: 'person' | 'document', property: keyof E & string];

type ReplacedColumns<E> = { readonly [P in keyof E]?: Replacement };

/** A table with personal data; each row belongs to a person or a document. */
export interface PersonalTable {
  readonly entity: EntityClass<{ id: number }>;
  /** The property that holds the id of the person or the document. */
  readonly ownerProperty: string;
  readonly ownerKind: 'person' | 'document';
  /** New values of the personal columns; without effect if the rows are removed. */
  readonly columns: Readonly<Record<string, Replacement>>;
  /** Conditions on the rows; by default all rows of the owner. */
  readonly where: readonly Condition[];
  readonly rowTreatment: 'removed' | 'replaced';
  /** Columns that invoices and credit notes retain for the legal period. Rows with such a column are retained as well. */
  readonly retainedOnInvoices: readonly string[];
}

const TABLE_DEFAULTS: Pick<PersonalTable, 'where' | 'retainedOnInvoices'> = {
  where: [],
  retainedOnInvoices: [],
};

/** Declares a table whose rows are removed. @param columns the personal columns */
function declareRemovedRows<E extends { id: number }>(
  entity: EntityClass<E>,
  [ownerKind, ownerProperty]: RowOwner<E>,
  columns: readonly (keyof E & string)[],
  others: Partial<Pick<PersonalTable, 'where' | 'retainedOnInvoices'>> = {},
): PersonalTable {
  const replacements = Object.fromEntries(columns.map((column) => [column, null]));
  return {
    ...TABLE_DEFAULTS,
    entity,
    ownerProperty,
    ownerKind,
    columns: replacements,
    rowTreatment: 'removed',
    ...others,
  };
}

/** Declares a table whose rows stay, with other values. */
function declareReplacedRows<E extends { id: number }>(
  entity: EntityClass<E>,
  [ownerKind, ownerProperty]: RowOwner<E>,
  columns: ReplacedColumns<E>,
  others: Partial<{ where: readonly Condition[]; retainedOnInvoices: (keyof E & string)[] }> = {},
): PersonalTable {
  const replacements = columns as PersonalTable['columns'];
  return {
    ...TABLE_DEFAULTS,
    entity,
    ownerProperty,
    ownerKind,
    columns: replacements,
    rowTreatment: 'replaced',
    ...others,
  };
}

function getKeys<T extends object>(values: T): (keyof T & string)[] {
  return Object.keys(values) as (keyof T & string)[];
}

const retainedPartyColumns = ['userPId', 'customerName', 'customerEmail', 'addresses'] as const;

/** Returns an address that can't exist (RFC 2606), in lower case, so that it is also the value of `emailKey`. */
const toErasedEmail = (pseudonym: string): string => `${pseudonym}@erased.invalid`;

/**
 * All columns with personal data, and their values after an erasure. A spec fails for a text column that is neither
 * here, nor in `personalTextColumns`, nor in `test/contract/non-personal-columns.ts`.
 */
export const personalTables: readonly PersonalTable[] = [
  declareReplacedRows(User, ['person', 'id'], {
    pId: (name) => name,
    email: toErasedEmail,
    emailKey: toErasedEmail,
    emailFolded: (name) => toSortKey(toErasedEmail(name)),
    nick: null,
    nickFolded: '',
    passwordHash: null,
    gender: 1,
    birthDay: null,
    image: '',
    subscribed: false,
    supplierLogo: '',
    active: false,
  }),
  declareRemovedRows(
    UserAddress,
    ['person', 'userId'],
    ['pId', 'countryCode', ...getKeys(getErasedAddressValues('user'))],
  ),
  declareRemovedRows(UserTagAssignment, ['person', 'userId'], ['value']),
  declareRemovedRows(WishlistItem, ['person', 'userId'], []),
  declareRemovedRows(SupplierItem, ['person', 'userId'], []),
  declareRemovedRows(RewardMovement, ['person', 'userId'], ['comment']),
  declareRemovedRows(Voucher, ['person', 'userId'], ['pId', 'code']),
  declareRemovedRows(ShoppingList, ['person', 'userId'], ['pId', 'name']),
  declareReplacedRows(UserComment, ['person', 'userId'], { comment: '' }),
  declareReplacedRows(
    SalesDocument,
    ['document', 'id'],
    {
      userPId: (name) => name,
      customerName: '',
      customerEmail: '',
      customerGender: 0,
      comment: '',
      transactionId: '',
      authNumber: '',
      referer: '',
      additionalInformation: null,
      buyerReference: null,
      purchaseOrder: null,
      reason: null,
      annulmentReason: null,
    },
    {
      retainedOnInvoices: [
        ...(['customerName', 'transactionId', 'authNumber'] as const),
        ...(['buyerReference', 'purchaseOrder', 'reason', 'annulmentReason'] as const),
      ],
    },
  ),
  declareReplacedRows(
    DocumentAddress,
    ['document', 'documentId'],
    getErasedAddressValues('document'),
    {
      retainedOnInvoices: retainedAddressFields,
    },
  ),
  declareRemovedRows(DocumentTag, ['document', 'documentId'], ['value', 'valueHash', 'texts'], {
    where: [whereEquals('place', tagOwnerTypes.customer)],
  }),
  declareRemovedRows(RetainedCustomer, ['document', 'documentId'], retainedPartyColumns, {
    retainedOnInvoices: retainedPartyColumns,
  }),
  // Free texts of the customer, without a value in the catalog.
  declareReplacedRows(
    RowOptionValue,
    ['document', 'documentId'],
    { value: '' },
    { where: [whereNull('valueId'), whereNull('valuePId')], retainedOnInvoices: ['value'] },
  ),
  declareReplacedRows(Shipment, ['document', 'documentId'], {
    trackingNumber: null,
    trackings: null,
  }),
  declareReplacedRows(StatusEntry, ['document', 'documentId'], { comment: null }),
];

/**
 * Text columns with personal data that isn't identified by the owner of the row: the steps of an erasure search them
 * (personal-texts.ts). By tables.
 */
export const personalTextColumns: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['madeByName'],
  document_statuses: ['byName'],
  documents: ['salesAgent'],
  journal_entries: ['pId', 'byName', 'path'],
  outbox_messages: ['content'],
  outbox_attempts: ['detail'],
  repeatable_requests: ['body'],
  webhook_deliveries: ['body'],
  // Removed along with the user's tags and lists.
  user_tag_texts: ['value'],
  shopping_list_rows: [
    'pId',
    'comment',
    'importance',
    'importanceText',
    'referenceType',
    'referenceTypeText',
    'productOptions',
    'bundleOptions',
  ],
  // Emptied when the erasure is done.
  erasures: ['marks'],
};

/** How personal data of documents is replaced. */
export interface ReplacementOptions {
  /** Whether columns that invoices retain stay unchanged. */
  readonly keepsRetained?: boolean;
}

/** Returns the new values of a table's columns. @param pseudonym new name of the person */
export function getReplacements(
  { columns, retainedOnInvoices }: PersonalTable,
  pseudonym: string,
  { keepsRetained = false }: ReplacementOptions = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([column]) => !keepsRetained || !retainedOnInvoices.includes(column))
      .map(([column, value]) => [column, typeof value === 'function' ? value(pseudonym) : value]),
  );
}
