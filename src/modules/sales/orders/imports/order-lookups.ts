import { Injectable } from '@nestjs/common';
import type { ReferenceDto } from '../../../../api';
import { DomainError } from '../../../../core/errors';
import type { ReferenceLookup } from '../../../../database';
import {
  Catalog,
  type CatalogEntry,
  type CatalogKind,
  type ResolvedCatalogReferences,
} from '../../../../platform/catalog';
import { type LoadedTags, TagAssignmentResolver } from '../../../custom-tags';
import { LocationLookup, type ReferencedLocation } from '../../../locations';
import {
  type CustomerTagsById,
  type ResolvedUsers,
  type CustomerTag,
  CustomerTagLoader,
  UserLookup,
} from '../../../users';
import { type FoundSubStatuses, SubStatuses } from '../../states';
import type { DocumentTagDto, RowTagDto } from '../tags/document-tag.dto';
import type { OrderLineDto } from './order-line.dto';
import type { OrderRowDto, OrderTaxDto } from './order-row.dto';

/** The kinds of the catalog that an order refers to. */
const referencedKinds = [
  'channel',
  'headquarter',
  'product',
  'bundle',
  'tax',
  'warehouse',
  'shippingType',
  'paymentSystem',
] as const satisfies readonly CatalogKind[];
type ReferencedKind = (typeof referencedKinds)[number];

type OrderReferenceLists = Record<
  ReferencedKind | 'subStatus' | 'location' | 'user' | 'userGroup',
  ReferenceDto[]
>;

/** A record that an order keeps the names of. */
interface RecordIdentifiers {
  readonly id: number;
  readonly pId: string;
}

/** A stored user who buys. */
interface StoredUser extends RecordIdentifiers {
  readonly supplier: boolean;
  readonly lastUsed: Date;
}

/** What orders may need without naming it, and what few of them have. */
interface OtherLookups {
  readonly firstChannel: CatalogEntry<'channel'> | undefined;
  readonly firstHeadquarter: CatalogEntry<'headquarter'> | undefined;
  readonly tags: LoadedTags | undefined;
  readonly vouchers: ReadonlyMap<string, number>;
  readonly customersTags: CustomerTagsById;
}

const NO_CUSTOMER_TAGS: readonly CustomerTag[] = [];

/** Everything that some orders refer to. Look-ups throw the error of a reference that names nothing. */
export class OrderLookups {
  private readonly taxes = new Map<string | number, CatalogEntry<'tax'>>();

  constructor(
    private readonly catalog: ReadonlyMap<ReferencedKind, ResolvedCatalogReferences<CatalogKind>>,
    private readonly subStatuses: FoundSubStatuses,
    private readonly locations: ReferenceLookup<ReferencedLocation>,
    private readonly customers: ResolvedUsers,
    private readonly others: OtherLookups,
  ) {}

  get firstChannel(): CatalogEntry<'channel'> | undefined {
    return this.others.firstChannel;
  }

  get firstHeadquarter(): CatalogEntry<'headquarter'> | undefined {
    return this.others.firstHeadquarter;
  }

  /** Undefined when none of the orders has a tag. */
  get tags(): LoadedTags | undefined {
    return this.others.tags;
  }

  /** @throws ReferenceNotFound, ReferenceMismatch */
  getEntry<K extends ReferencedKind>(
    kind: K,
    reference: ReferenceDto,
    pointer: string,
  ): CatalogEntry<K> {
    const resolved = this.catalog.get(kind) as ResolvedCatalogReferences<K> | undefined;
    return orThrow(resolved?.find(reference, pointer) as CatalogEntry<K> | DomainError);
  }

  /** What a line sells: that of a bundle a bundle, or else the product that stands for it. */
  getProduct(
    type: OrderRowDto['type'],
    reference: ReferenceDto,
    pointer: string,
  ): CatalogEntry<'product'> {
    if (type !== 'bundle') return this.getEntry('product', reference, pointer);
    const found = this.catalog.get('bundle')?.find(reference, pointer);
    return found instanceof DomainError || found === undefined
      ? this.getEntry('product', reference, pointer)
      : (found as CatalogEntry<'bundle'>);
  }

  /** Afterwards `taxNamed` knows it. @throws ReferenceNotFound, ReferenceMismatch */
  getTax(reference: ReferenceDto, pointer: string): CatalogEntry<'tax'> {
    const tax = this.getEntry('tax', reference, pointer);
    this.taxes.set(tax.id, tax);
    return tax;
  }

  /** A tax that was looked up before, by its id: the key that the totals know it by. */
  getUsedTax(id: string | number): CatalogEntry<'tax'> {
    return this.taxes.get(id) as CatalogEntry<'tax'>;
  }

  /** @throws ReferenceNotFound, ReferenceMismatch */
  getLocation(reference: ReferenceDto, pointer: string): ReferencedLocation {
    return orThrow(this.locations.find(reference, pointer));
  }

  /** The stored user with this pId. @throws ReferenceNotFound */
  getUser(pId: string): StoredUser {
    return orThrow(this.customers.users.find({ pId }, '/user/pId'));
  }

  /** What an order records of the tags of its customer; none where its line says which the customer has. */
  listCustomerTags({ user }: OrderLineDto): readonly CustomerTag[] {
    if (!recordsCustomerTags(user)) return NO_CUSTOMER_TAGS;
    return this.others.customersTags.get(this.getUser(user.pId).id) ?? NO_CUSTOMER_TAGS;
  }

  /** The id of the stored user with a sales agent's pId; 0: there is none. */
  findSalesAgentId(pId: string): number {
    const found = this.customers.users.find({ pId }, '/salesAgent/pId');
    return found instanceof DomainError ? 0 : found.id;
  }

  /** @throws ReferenceNotFound, ReferenceMismatch */
  getUserGroup(reference: ReferenceDto, pointer: string): RecordIdentifiers {
    return orThrow(this.customers.groups.find(reference, pointer));
  }

  /** The id of the voucher with this code; null: there is none. */
  findVoucherId(code: string): number | null {
    return this.others.vouchers.get(code) ?? null;
  }

  /** The id of a sub-status of a state. @throws ReferenceNotFound, SubStatusStateMismatch */
  getSubStatusId(reference: ReferenceDto, status: number, pointer: string): number {
    return orThrow(this.subStatuses.findIdInState(reference, 'order', status, pointer));
  }
}

/**
 * Looks up what many orders refer to: one query for each kind, however many orders there are. Their customers stay as
 * they are until the unit of work around ends.
 */
@Injectable()
export class OrderReferenceResolver {
  constructor(
    private readonly catalog: Catalog,
    private readonly subStatuses: SubStatuses,
    private readonly locations: LocationLookup,
    private readonly users: UserLookup,
    private readonly tags: TagAssignmentResolver,
    private readonly tagsInOrders: CustomerTagLoader,
  ) {}

  async resolve(orders: readonly OrderLineDto[]): Promise<OrderLookups> {
    const references = collectReferences(orders);
    const resolved = new Map<ReferencedKind, ResolvedCatalogReferences<CatalogKind>>();
    for (const kind of referencedKinds) {
      resolved.set(kind, await this.catalog.resolve<CatalogKind>(kind, references[kind]));
    }
    const needsChannel = orders.some(({ channel }) => !channel);
    const needsHeadquarter = orders.some(({ headquarter }) => !headquarter);
    await this.users.lock(orders.flatMap(({ user: { pId } }) => pId ?? []));
    const customers = await this.users.resolve(references.user, references.userGroup);
    return new OrderLookups(
      resolved,
      await this.subStatuses.find(references.subStatus),
      await this.locations.resolve(references.location),
      customers,
      {
        firstChannel: needsChannel ? await this.catalog.findFirst('channel') : undefined,
        firstHeadquarter: needsHeadquarter
          ? await this.catalog.findFirst('headquarter')
          : undefined,
        tags: await this.findTags(orders),
        vouchers: await this.users.findVoucherIds(voucherCodes(orders)),
        customersTags: await this.tagsInOrders.load(listCustomersWithTags(orders, customers)),
      },
    );
  }

  private async findTags(orders: readonly OrderLineDto[]): Promise<LoadedTags | undefined> {
    const given = orders.flatMap(listTagInputs);
    return given.length > 0 ? this.tags.load(given, { names: true }) : undefined;
  }
}

type Customer = OrderLineDto['user'];

/** Whether an order has a known customer, and does not say itself which tags that customer has. */
function recordsCustomerTags(user: Customer): user is Customer & { pId: string } {
  return Boolean(user.pId) && user.customTags === undefined;
}

/** The ids of the customers whose tags orders record. */
function listCustomersWithTags(
  orders: readonly OrderLineDto[],
  { users }: ResolvedUsers,
): number[] {
  return orders.flatMap(({ user }) => {
    const found = recordsCustomerTags(user) ? users.find({ pId: user.pId }, '') : undefined;
    return found === undefined || found instanceof DomainError ? [] : found.id;
  });
}

function voucherCodes(orders: readonly OrderLineDto[]): string[] {
  return orders.flatMap(({ vouchers = [] }) => vouchers.map(({ code }) => code));
}

type TagInput = DocumentTagDto | RowTagDto;

const NO_TAGS: readonly TagInput[] = [];

/** Of the order, its customer, its lines and those of bundles. */
function listTagInputs({ customTags, user, rows }: OrderLineDto): readonly TagInput[] {
  let found: TagInput[] | undefined;
  const add = (tags: readonly TagInput[] | undefined): void => {
    if (tags) (found ??= []).push(...tags);
  };
  add(customTags);
  add(user.customTags);
  for (const row of rows) {
    add(row.customTags);
    for (const item of row.items ?? []) add(item.customTags);
  }
  return found ?? NO_TAGS;
}

function collectReferences(orders: readonly OrderLineDto[]): OrderReferenceLists {
  const found: OrderReferenceLists = {
    channel: [],
    headquarter: [],
    product: [],
    tax: [],
    warehouse: [],
    shippingType: [],
    bundle: [],
    paymentSystem: [],
    subStatus: [],
    location: [],
    user: [],
    userGroup: [],
  };
  for (const order of orders) {
    if (order.user.pId) found.user.push({ pId: order.user.pId });
    if (order.salesAgent?.pId) found.user.push({ pId: order.salesAgent.pId });
    add(found.userGroup, order.user.group);
    add(found.channel, order.channel);
    add(found.headquarter, order.headquarter);
    add(found.subStatus, order.subStatus);
    add(found.paymentSystem, order.payment?.paymentSystem);
    add(found.location, order.delivery?.physicalLocation);
    addTaxes(found, order.payment?.taxes);
    for (const row of order.rows) {
      addRow(found, row);
      for (const item of row.items ?? []) addRow(found, item);
    }
    for (const shipment of order.shipments ?? []) {
      add(found.shippingType, shipment.shippingType);
      add(found.location, shipment.physicalLocation);
      addTaxes(found, shipment.taxes);
    }
  }
  return found;
}

type ReferencingRow = Pick<OrderRowDto, 'type' | 'product' | 'taxes' | 'stocks'>;

function addRow(found: OrderReferenceLists, row: ReferencingRow): void {
  add(found.product, row.product);
  if (row.type === 'bundle') add(found.bundle, row.product);
  addTaxes(found, row.taxes);
  for (const { warehouse } of row.stocks ?? []) found.warehouse.push(warehouse);
}

function addTaxes(found: OrderReferenceLists, taxes: readonly OrderTaxDto[] = []): void {
  for (const { tax } of taxes) found.tax.push(tax);
}

function add(list: ReferenceDto[], reference: ReferenceDto | null | undefined): void {
  if (reference) list.push(reference);
}

function orThrow<T>(found: T | DomainError): T {
  if (found instanceof DomainError) throw found;
  return found;
}
