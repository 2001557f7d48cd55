import type { DocumentRow } from './entities/document-row.entity';
import { tagOwnerTypes } from './entities/document-tag.entity';
import type { SalesDocument } from './entities/document.entity';
import type { RowOption } from './entities/row-option.entity';
import type { Shipment } from './entities/shipment.entity';

type LoadedDocument = Partial<SalesDocument>;

/** Parts of a document with the columns that name their owners. */
type OwnedParts<
  P extends keyof SalesDocument,
  C extends PropertyKey,
> = SalesDocument[P] extends readonly (infer E)[] ? readonly Pick<E, C & keyof E>[] : never;

/** A document whose parts can be nested. A plan that loads parts without the columns of their owners does not compile. */
export interface NestableDocument {
  readonly id: number;
  readonly rows?: OwnedParts<'rows', 'id' | 'parentRowId'>;
  readonly options?: OwnedParts<'options', 'id' | 'rowId'>;
  readonly optionValues?: OwnedParts<'optionValues', 'rowOptionId'>;
  readonly stocks?: OwnedParts<'stocks', 'rowId'>;
  readonly taxes?: OwnedParts<'taxes', 'rowId'>;
  readonly discounts?: OwnedParts<'discounts', 'rowId' | 'shipmentId'>;
  readonly customTags?: OwnedParts<'customTags', 'place' | 'rowId'>;
  readonly shipmentRows?: OwnedParts<'shipmentRows', 'shipmentId'>;
  readonly statuses?: OwnedParts<'statuses', 'shipmentId'>;
}

/** Type of a document's parts as a plan loads them; `never` when the plan doesn't load them. */
type PartOf<D, P extends keyof SalesDocument> =
  D extends Readonly<Record<P, readonly unknown[]>> ? D[P][number] : never;

/** A row with its parts; a bundle with its items. */
export type AssembledRow<D> = PartOf<D, 'rows'> & {
  reverseChargeVat?: boolean;
  items?: AssembledRow<D>[];
  options?: (PartOf<D, 'options'> & { values?: PartOf<D, 'optionValues'>[] })[];
  stocks?: PartOf<D, 'stocks'>[];
  taxes?: PartOf<D, 'taxes'>[];
  discounts?: PartOf<D, 'discounts'>[];
  customTags?: PartOf<D, 'customTags'>[];
};

/** A shipment with its parts. */
export type AssembledShipment<D> = PartOf<D, 'shipments'> & {
  rows?: PartOf<D, 'shipmentRows'>[];
  statuses?: PartOf<D, 'statuses'>[];
  discounts?: PartOf<D, 'discounts'>[];
};

/** A document as a plan loads it, with nested parts. */
export type AssembledDocument<D> = {
  [P in keyof D]: P extends 'rows'
    ? AssembledRow<D>[]
    : P extends 'shipments'
      ? AssembledShipment<D>[]
      : D[P];
};

/**
 * Nests the parts of a document, which were loaded as flat lists by its id. Rows move into bundles; options,
 * stocks, taxes, discounts and tags into rows; rows, discounts and statuses into shipments. Parts that were
 * not loaded stay undefined.
 * A list is created with its first part, because most rows have no options, stocks or discounts.
 * @returns the same document; afterwards `rows`, `taxes`, `discounts`, `statuses` and `customTags` hold only
 * the document's own parts
 */
export function assembleDocument<D extends NestableDocument>(document: D): AssembledDocument<D> {
  const loaded = document as LoadedDocument;
  if (loaded.rows) loaded.rows = buildRowTree(loaded.rows, loaded);
  if (loaded.shipments) attachShipmentParts(loaded.shipments, loaded);
  if (loaded.taxes) loaded.taxes = loaded.taxes.filter(({ rowId }) => rowId === null);
  if (loaded.discounts) {
    loaded.discounts = loaded.discounts.filter(
      (one) => one.rowId === null && one.shipmentId === null,
    );
  }
  if (loaded.statuses)
    loaded.statuses = loaded.statuses.filter(({ shipmentId }) => shipmentId === 0);
  if (loaded.customTags) separateCustomerTags(loaded);
  return document as AssembledDocument<D>;
}

/**
 * Moves the parts of a shipment from its loaded order into the shipment.
 * @returns the same shipment
 */
export function assembleShipment<S extends { id: number }>(shipment: S): S {
  const loaded = shipment as S & Pick<Shipment, 'document'>;
  attachShipmentParts([loaded as unknown as Shipment], loaded.document);
  return shipment;
}

/** Assembles shipments that were loaded with their whole orders. Shipments of the same order share one object. */
export function assembleShipmentsWithOrders(shipments: readonly Shipment[]): void {
  shipments.forEach(assembleShipment);
  const orders = new Map<number, SalesDocument>();
  for (const shipment of shipments) {
    const { document } = shipment as { document?: SalesDocument };
    if (!document) continue;
    // Assembling moves the parts, so each order must be assembled only once.
    const order = orders.get(document.id) ?? assembleDocument(document);
    orders.set(order.id, order);
    shipment.document = order;
  }
}

/** @returns the rows of the first level */
function buildRowTree(rows: readonly DocumentRow[], loaded: LoadedDocument): DocumentRow[] {
  const rowById = new Map<number, DocumentRow>();
  const topLevelRows: DocumentRow[] = [];
  for (const row of rows) {
    rowById.set(row.id, row);
    row.reverseChargeVat = loaded.reverseChargeVat ?? false;
    const bundle = row.parentRowId === null ? undefined : rowById.get(row.parentRowId);
    if (bundle) (bundle.items ??= []).push(row);
    else topLevelRows.push(row);
  }
  attachRowParts(rowById, loaded);
  return topLevelRows;
}

/** Moves options, stocks, taxes, discounts and tags into their rows. */
function attachRowParts(rowById: ReadonlyMap<number, DocumentRow>, loaded: LoadedDocument): void {
  const findRow = (id: number | null): DocumentRow | undefined =>
    id === null ? undefined : rowById.get(id);
  for (const option of attachOptionValues(loaded)) {
    const owner = findRow(option.rowId);
    if (owner) (owner.options ??= []).push(option);
  }
  for (const stock of loaded.stocks ?? []) {
    const owner = findRow(stock.rowId);
    if (owner) (owner.stocks ??= []).push(stock);
  }
  for (const tax of loaded.taxes ?? []) {
    const owner = findRow(tax.rowId);
    if (owner) (owner.taxes ??= []).push(tax);
  }
  for (const discount of loaded.discounts ?? []) {
    const owner = findRow(discount.rowId);
    if (owner) (owner.discounts ??= []).push(discount);
  }
  for (const tag of loaded.customTags ?? []) {
    const owner = findRow(tag.rowId);
    if (owner) (owner.customTags ??= []).push(tag);
  }
}

function separateCustomerTags(loaded: LoadedDocument): void {
  const { customTags: tags = [] } = loaded;
  loaded.customTags = tags.filter(({ place }) => place === tagOwnerTypes.document);
  loaded.customerTags = tags.filter(({ place }) => place === tagOwnerTypes.customer);
}

function attachOptionValues({
  options = [],
  optionValues = [],
}: LoadedDocument): readonly RowOption[] {
  if (options.length === 0) return options;
  const optionById = new Map(options.map((option) => [option.id, option]));
  for (const value of optionValues) {
    const owner = optionById.get(value.rowOptionId);
    if (owner) (owner.values ??= []).push(value);
  }
  return options;
}

/** @param loaded undefined when no parts of the document were loaded */
function attachShipmentParts(shipments: readonly Shipment[], loaded: LoadedDocument = {}): void {
  if (shipments.length === 0) return;
  const shipmentById = new Map(shipments.map((shipment) => [shipment.id, shipment]));
  for (const row of loaded.shipmentRows ?? []) {
    const owner = shipmentById.get(row.shipmentId);
    if (owner) (owner.rows ??= []).push(row);
  }
  for (const entry of loaded.statuses ?? []) {
    const owner = shipmentById.get(entry.shipmentId);
    if (owner) (owner.statuses ??= []).push(entry);
  }
  for (const discount of loaded.discounts ?? []) {
    const owner = shipmentById.get(discount.shipmentId ?? 0);
    if (owner) (owner.discounts ??= []).push(discount);
  }
}
