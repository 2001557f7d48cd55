import { Injectable } from '@nestjs/common';
import type { ReferenceDto } from '../../../../api';
import { DomainError, orThrow } from '../../../../core/errors';
import type { ReferenceLookup } from '../../../../database';
import {
  CatalogRepository,
  type LoadedCatalogRecord,
  type CatalogKind,
  type CatalogReferenceLookup,
} from '../../../../platform/catalog';
import { type TagLookup, TagAssignmentResolver } from '../../../custom-tags';
import { LocationLookup, type ReferencedLocation } from '../../../locations';
import {
  type CustomerTagsByUserId,
  type UserAndGroupLookups,
  type CustomerTag,
  CustomerTagLoader,
  UserLookup,
} from '../../../users';
import { type SubStatusLookup, SubStatuses } from '../../states';
import type { DocumentTagDto, RowTagDto } from '../tags/document-tag.dto';
import type { OrderLineDto } from './order-line.dto';
import type { OrderRowDto, OrderTaxDto } from './order-row.dto';

/** Kinds of catalog records that an order refers to. */
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

/** Id and pId of a referenced record. */
interface RecordIdentifiers {
  readonly id: number;
  readonly pId: string;
}

/** A stored user who is the customer. */
interface StoredUser extends RecordIdentifiers {
  readonly supplier: boolean;
  readonly lastUsed: Date;
}

/** Defaults for missing references, and data that few orders need. */
interface OtherLookups {
  readonly firstChannel: LoadedCatalogRecord<'channel'> | undefined;
  readonly firstHeadquarter: LoadedCatalogRecord<'headquarter'> | undefined;
  readonly tags: TagLookup | undefined;
  readonly vouchers: ReadonlyMap<string, number>;
  readonly customerTagsByUser: CustomerTagsByUserId;
}

const NO_CUSTOMER_TAGS: readonly CustomerTag[] = [];

/** Records that a batch of orders refers to. The `get` methods throw an error for an invalid reference. */
export class OrderLookups {
  private readonly usedTaxes = new Map<string | number, LoadedCatalogRecord<'tax'>>();

  constructor(
    private readonly catalog: ReadonlyMap<ReferencedKind, CatalogReferenceLookup<CatalogKind>>,
    private readonly subStatuses: SubStatusLookup,
    private readonly locations: ReferenceLookup<ReferencedLocation>,
    private readonly customers: UserAndGroupLookups,
    private readonly others: OtherLookups,
  ) {}

  get firstChannel(): LoadedCatalogRecord<'channel'> | undefined {
    return this.others.firstChannel;
  }

  get firstHeadquarter(): LoadedCatalogRecord<'headquarter'> | undefined {
    return this.others.firstHeadquarter;
  }

  /** Undefined when no order has tags. */
  get tags(): TagLookup | undefined {
    return this.others.tags;
  }

  /** @throws ReferenceNotFound, ReferenceMismatch */
  getCatalogRecord<K extends ReferencedKind>(
    kind: K,
    reference: ReferenceDto,
    pointer: string,
  ): LoadedCatalogRecord<K> {
    const resolved = this.catalog.get(kind) as CatalogReferenceLookup<K> | undefined;
    return orThrow(resolved?.resolve(reference, pointer) as LoadedCatalogRecord<K> | DomainError);
  }

  /** Returns the product of a row; for a bundle row, the bundle or else a product with these keys. */
  getProduct(
    type: OrderRowDto['type'],
    reference: ReferenceDto,
    pointer: string,
  ): LoadedCatalogRecord<'product'> {
    if (type !== 'bundle') return this.getCatalogRecord('product', reference, pointer);
    const found = this.catalog.get('bundle')?.resolve(reference, pointer);
    return found instanceof DomainError || found === undefined
      ? this.getCatalogRecord('product', reference, pointer)
      : (found as LoadedCatalogRecord<'bundle'>);
  }

  /** Finds a tax and remembers it for `getUsedTax`. @throws ReferenceNotFound, ReferenceMismatch */
  getTax(reference: ReferenceDto, pointer: string): LoadedCatalogRecord<'tax'> {
    const tax = this.getCatalogRecord('tax', reference, pointer);
    this.usedTaxes.set(tax.id, tax);
    return tax;
  }

  /** Returns a tax that `getTax` has found before. @param id the `taxKey` of the totals */
  getUsedTax(id: string | number): LoadedCatalogRecord<'tax'> {
    return this.usedTaxes.get(id) as LoadedCatalogRecord<'tax'>;
  }

  /** @throws ReferenceNotFound, ReferenceMismatch */
  getLocation(reference: ReferenceDto, pointer: string): ReferencedLocation {
    return orThrow(this.locations.resolve(reference, pointer));
  }

  /** Returns the stored user with this pId. @throws ReferenceNotFound */
  getUser(pId: string): StoredUser {
    return orThrow(this.customers.users.resolve({ pId }, '/user/pId'));
  }

  /** Lists the stored user's tags that an order records; empty when the order has its own `user.customTags`. */
  listCustomerTags({ user }: OrderLineDto): readonly CustomerTag[] {
    if (!usesStoredCustomerTags(user)) return NO_CUSTOMER_TAGS;
    return this.others.customerTagsByUser.get(this.getUser(user.pId).id) ?? NO_CUSTOMER_TAGS;
  }

  /** Finds the id of a sales agent's user; 0 for an unknown user. */
  findSalesAgentId(pId: string): number {
    const found = this.customers.users.resolve({ pId }, '/salesAgent/pId');
    return found instanceof DomainError ? 0 : found.id;
  }

  /** @throws ReferenceNotFound, ReferenceMismatch */
  getUserGroup(reference: ReferenceDto, pointer: string): RecordIdentifiers {
    return orThrow(this.customers.groups.resolve(reference, pointer));
  }

  /** Finds the id of the voucher with this code; null for an unknown code. */
  findVoucherId(code: string): number | null {
    return this.others.vouchers.get(code) ?? null;
  }

  /** Returns the id of a sub-status of a state. @throws ReferenceNotFound, SubStatusStateMismatch */
  getSubStatusId(reference: ReferenceDto, status: number, pointer: string): number {
    return orThrow(this.subStatuses.resolveIdInState(reference, 'order', status, pointer));
  }
}

/**
 * Resolves the references of orders, with one query for each kind of record. Locks the customers until the current
 * unit of work ends.
 */
@Injectable()
export class OrderReferenceResolver {
  constructor(
    private readonly catalog: CatalogRepository,
    private readonly subStatuses: SubStatuses,
    private readonly locations: LocationLookup,
    private readonly users: UserLookup,
    private readonly tags: TagAssignmentResolver,
    private readonly customerTagLoader: CustomerTagLoader,
  ) {}

  async resolve(orders: readonly OrderLineDto[]): Promise<OrderLookups> {
    const references = collectReferences(orders);
    const resolved = new Map<ReferencedKind, CatalogReferenceLookup<CatalogKind>>();
    for (const kind of referencedKinds) {
      resolved.set(kind, await this.catalog.lookUpReferences<CatalogKind>(kind, references[kind]));
    }
    const needsChannel = orders.some(({ channel }) => !channel);
    const needsHeadquarter = orders.some(({ headquarter }) => !headquarter);
    await this.users.lockByPIds(orders.flatMap(({ user: { pId } }) => pId ?? []));
    const customers = await this.users.lookUpReferences({
      users: references.user,
      groups: references.userGroup,
    });
    return new OrderLookups(
      resolved,
      await this.subStatuses.lookUpReferences(references.subStatus),
      await this.locations.lookUpReferences(references.location),
      customers,
      {
        firstChannel: needsChannel ? await this.catalog.findFirst('channel') : undefined,
        firstHeadquarter: needsHeadquarter
          ? await this.catalog.findFirst('headquarter')
          : undefined,
        tags: await this.loadTags(orders),
        vouchers: await this.users.findVoucherIds(listVoucherCodes(orders)),
        customerTagsByUser: await this.customerTagLoader.load(
          listCustomersWithTags(orders, customers),
        ),
      },
    );
  }

  private async loadTags(orders: readonly OrderLineDto[]): Promise<TagLookup | undefined> {
    const inputs = orders.flatMap(listTagInputs);
    return inputs.length > 0 ? this.tags.load(inputs, { includeNames: true }) : undefined;
  }
}

type Customer = OrderLineDto['user'];

/** Whether an order has a stored user and no own `user.customTags`. */
function usesStoredCustomerTags(user: Customer): user is Customer & { pId: string } {
  return Boolean(user.pId) && user.customTags === undefined;
}

/** Lists the ids of the users whose tags orders record. */
function listCustomersWithTags(
  orders: readonly OrderLineDto[],
  { users }: UserAndGroupLookups,
): number[] {
  return orders.flatMap(({ user }) => {
    const found = usesStoredCustomerTags(user) ? users.resolve({ pId: user.pId }, '') : undefined;
    return found === undefined || found instanceof DomainError ? [] : found.id;
  });
}

function listVoucherCodes(orders: readonly OrderLineDto[]): string[] {
  return orders.flatMap(({ vouchers = [] }) => vouchers.map(({ code }) => code));
}

type TagInput = DocumentTagDto | RowTagDto;

const NO_TAGS: readonly TagInput[] = [];

/** Lists the tags of an order, its customer, its rows and their items. */
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
    addReference(found.userGroup, order.user.group);
    addReference(found.channel, order.channel);
    addReference(found.headquarter, order.headquarter);
    addReference(found.subStatus, order.subStatus);
    addReference(found.paymentSystem, order.payment?.paymentSystem);
    addReference(found.location, order.delivery?.physicalLocation);
    addTaxReferences(found, order.payment?.taxes);
    for (const row of order.rows) {
      addRowReferences(found, row);
      for (const item of row.items ?? []) addRowReferences(found, item);
    }
    for (const shipment of order.shipments ?? []) {
      addReference(found.shippingType, shipment.shippingType);
      addReference(found.location, shipment.physicalLocation);
      addTaxReferences(found, shipment.taxes);
    }
  }
  return found;
}

type ReferencingRow = Pick<OrderRowDto, 'type' | 'product' | 'taxes' | 'stocks'>;

function addRowReferences(found: OrderReferenceLists, row: ReferencingRow): void {
  addReference(found.product, row.product);
  if (row.type === 'bundle') addReference(found.bundle, row.product);
  addTaxReferences(found, row.taxes);
  for (const { warehouse } of row.stocks ?? []) found.warehouse.push(warehouse);
}

function addTaxReferences(found: OrderReferenceLists, taxes: readonly OrderTaxDto[] = []): void {
  for (const { tax } of taxes) found.tax.push(tax);
}

function addReference(list: ReferenceDto[], reference: ReferenceDto | null | undefined): void {
  if (reference) list.push(reference);
}
