import { Injectable } from '@nestjs/common';
import { getCodeNumber } from '../../../../core/code-list';
import { DatabaseBusy, orThrow } from '../../../../core/errors';
import { createLoadPlan, idOnlyPlan } from '../../../../core/load-plan';
import type { Thousandths } from '../../../../core/money';
import {
  increment,
  whereEquals,
  mapViolations,
  type RecordReference,
  ReferenceLookup,
  DataAccess,
} from '../../../../database';
import { LocationLookup } from '../../../locations';
import { Documents, stateCodes } from '../../documents';
import { DocumentUpdater } from '../../documents/changes/document-updater';
import { pick } from '../../documents/copies/copied-columns';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import { requireOpenOrder } from '../../documents/copies/generation-errors';
import { SalesDocument } from '../../documents/entities/document.entity';
import {
  Shipment,
  ShipmentRow,
  shipmentSearchKind,
} from '../../documents/entities/shipment.entity';
import type { ShipmentDraft } from '../../documents/writing/document-draft';
import { createShipmentSearchEntries } from '../../documents/writing/search-fields';
import { ShipmentIdentifierTaken } from '../../documents/writing/uniqueness-errors';
import type { NewShipmentDto } from './order-shipment.dto';
import { ShipmentClosed, ShipmentQuantityTooLarge } from './shipment-errors';

const PENDING = getCodeNumber(stateCodes.shipment, 'Pending');
/** States of shipments that give up rows. */
const openShipmentStates: readonly number[] = [
  PENDING,
  getCodeNumber(stateCodes.shipment, 'Processing'),
];

/** Columns that a new shipment takes from another one. */
const shippingTypeColumns = [
  'shippingTypeId',
  'shippingTypePId',
  'shippingTypeName',
  'name',
] as const;
const NO_SHIPPING_TYPE = {
  shippingTypeId: null,
  shippingTypePId: null,
  shippingTypeName: '',
  name: '',
};

/** The costs of a new shipment: zero, so the order's totals stay as they are. */
const NO_COSTS = { price: 0, netPrice: 0, share: 0, taxes: null };

const shippedPlan = createLoadPlan(SalesDocument, ['type'], {
  rows: ['parentRowId', 'hash', 'quantity'],
  shipments: [
    ...shippingTypeColumns,
    'pId',
    'status',
    'exported',
    'version',
    'incomingDate',
    'physicalLocationId',
  ],
  shipmentRows: ['shipmentId', 'rowId', 'quantity'],
});

type NewShipment = ShipmentDraft['shipment'] & Pick<Shipment, 'documentId'>;

type OrderedRow = Pick<ShipmentRow, 'id' | 'hash' | 'quantity'>;
type ShippedRow = Pick<ShipmentRow, 'id' | 'rowId' | 'quantity'>;

/** The requested quantity of a row. `pointer` refers to the last quantity of this row in the request. */
interface RequestedRow extends Pick<ShipmentRow, 'rowId' | 'hash' | 'quantity'> {
  readonly pointer: string;
}

/** Adds shipments to stored orders, for partial deliveries. */
@Injectable()
export class OrderShipmentsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly documentUpdater: DocumentUpdater,
    private readonly documentGenerator: DocumentGenerator,
    private readonly locations: LocationLookup,
  ) {}

  /**
   * Creates a shipment of quantities that no shipment of the order contains, or that `from` gives up. The order is
   * locked, so its shipments never contain more than was ordered.
   * @throws NotFound, ReferenceNotFound, ReferenceMismatch, OrderClosed, ShipmentClosed, ShipmentQuantityTooLarge,
   *   ShipmentIdentifierTaken
   */
  async create(orderId: number, body: NewShipmentDto): Promise<void> {
    await this.documentUpdater.change('order', orderId, [], async ({ status }, now) => {
      requireOpenOrder({ status }, 'shipment');
      const { rows, shipments } = await this.documents.get('order', orderId, shippedPlan);
      const requestedRows = toRequestedRows(rows, body);
      const from = body.from ? findShipment(shipments, body.from) : undefined;
      if (from) await this.requireOpenShipment(from);
      const availableQuantities = from
        ? sumByRow(from.rows)
        : subtractShipped(rows, sumByRow(shipments.flatMap((one) => one.rows ?? [])));
      requireAvailable(requestedRows, availableQuantities);
      const location =
        body.physicalLocation &&
        (await this.locations.resolveId(body.physicalLocation, '/physicalLocation'));
      const templateShipment = from ?? shipments[0];
      const shipment: NewShipment = {
        ...NO_COSTS,
        ...(templateShipment ? pick(templateShipment, shippingTypeColumns) : NO_SHIPPING_TYPE),
        documentId: orderId,
        pId: body.pId ?? null,
        packages: 0,
        trackingNumber: null,
        trackings: null,
        status: PENDING,
        subStatusId: null,
        exported: false,
        incomingDate: from?.incomingDate ?? now,
        physicalLocationId: location ?? from?.physicalLocationId ?? null,
        version: 1,
        updatedAt: now,
      };
      return {
        write: async () => {
          if (from) await this.deductQuantities(from, requestedRows, now);
          await this.insert(shipment, requestedRows);
        },
      };
    });
  }

  /** @throws ShipmentClosed */
  private async requireOpenShipment({
    id,
    status,
    exported,
  }: Pick<Shipment, 'id' | 'status' | 'exported'>): Promise<void> {
    if (!openShipmentStates.includes(status)) throw new ShipmentClosed({ reason: status });
    if (exported) throw new ShipmentClosed({ reason: 'acknowledged' });
    const notes = await this.documentGenerator.findGenerated('deliveryNote', [id]);
    if (notes.size > 0) throw new ShipmentClosed({ reason: 'deliveryNote' });
  }

  /** Removes quantities from a shipment. @throws DatabaseBusy when it has another version than the loaded one */
  private async deductQuantities(
    { id, version, rows = [] }: Pick<Shipment, 'id' | 'version'> & { rows?: readonly ShippedRow[] },
    requestedRows: readonly RequestedRow[],
    now: Date,
  ): Promise<void> {
    const { writer } = this.dataAccess;
    const conditions = [whereEquals('id', id), whereEquals('version', version)];
    const patch = { version: increment(1), updatedAt: now };
    if ((await writer.update(Shipment, conditions, patch)) !== 1) throw new DatabaseBusy();
    const remaining = new Map(requestedRows.map(({ rowId, quantity }) => [rowId, quantity]));
    const kept = new Map<number, Thousandths>();
    const emptied: number[] = [];
    for (const row of rows) {
      const taken = Math.min(remaining.get(row.rowId) ?? 0, row.quantity);
      if (taken === 0) continue;
      remaining.set(row.rowId, (remaining.get(row.rowId) ?? 0) - taken);
      if (taken === row.quantity) emptied.push(row.id);
      else kept.set(row.id, row.quantity - taken);
    }
    await writer.setEach(ShipmentRow, 'quantity', kept);
    if (emptied.length > 0) await writer.remove(ShipmentRow, { id: emptied });
  }

  /** @throws ShipmentIdentifierTaken */
  private async insert(
    shipment: NewShipment,
    requestedRows: readonly RequestedRow[],
  ): Promise<void> {
    const { writer, searchIndex } = this.dataAccess;
    const { documentId, pId, trackingNumber } = shipment;
    const [shipmentId] = await mapViolations(() => writer.insert(Shipment, [shipment]), {
      unique: async () =>
        new ShipmentIdentifierTaken({
          field: 'pId',
          value: pId ?? '',
          pointer: '/pId',
          ...(await this.findShipmentByPid(pId)),
        }),
    });
    const id = shipmentId as number;
    await writer.insert(
      ShipmentRow,
      requestedRows.map(({ rowId, hash, quantity }) => ({
        documentId,
        shipmentId: id,
        rowId,
        hash,
        quantity,
      })),
    );
    await searchIndex.add(
      shipmentSearchKind,
      createShipmentSearchEntries({ id, pId, trackingNumber }),
    );
  }

  private async findShipmentByPid(pId: string | null): Promise<{ id?: number }> {
    const [owner] = await this.dataAccess.loader.listWhere(
      Shipment,
      [whereEquals('pId', pId)],
      idOnlyPlan,
    );
    return owner ? { id: owner.id } : {};
  }
}

/** Finds a shipment among those of the order. @throws ReferenceNotFound, ReferenceMismatch */
function findShipment<S extends Pick<Shipment, 'id' | 'pId'>>(
  shipments: readonly S[],
  reference: RecordReference,
): S {
  const candidates = shipments.map((one) => ({ ...one, pId: one.pId ?? '' }));
  return orThrow(
    new ReferenceLookup('shipment of the order', candidates).resolve(reference, '/from'),
  );
}

/** Adds up the requested quantities of each row. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
function toRequestedRows(rows: readonly OrderedRow[], body: NewShipmentDto): RequestedRow[] {
  const candidates = rows.map((row) => ({ ...row, pId: row.hash }));
  const lookup = new ReferenceLookup('row of the order', candidates);
  const requestedRows = new Map<number, RequestedRow>();
  for (const [index, { id, hash: pId, quantity }] of body.rows.entries()) {
    const { id: rowId, hash } = orThrow(lookup.resolve({ id, pId }, `/rows/${index}`));
    const before = requestedRows.get(rowId)?.quantity ?? 0;
    const pointer = `/rows/${index}/quantity`;
    requestedRows.set(rowId, { rowId, hash, quantity: before + quantity, pointer });
  }
  return [...requestedRows.values()];
}

function sumByRow(rows: readonly ShippedRow[] = []): Map<number, Thousandths> {
  const sums = new Map<number, Thousandths>();
  for (const { rowId, quantity } of rows) sums.set(rowId, (sums.get(rowId) ?? 0) + quantity);
  return sums;
}

/** The quantities of an order's rows that are in no shipment. */
function subtractShipped(
  rows: readonly OrderedRow[],
  shipped: ReadonlyMap<number, Thousandths>,
): Map<number, Thousandths> {
  return new Map(rows.map(({ id, quantity }) => [id, quantity - (shipped.get(id) ?? 0)]));
}

/** @throws ShipmentQuantityTooLarge */
function requireAvailable(
  requestedRows: readonly RequestedRow[],
  availableQuantities: ReadonlyMap<number, Thousandths>,
): void {
  const excesses = requestedRows.flatMap(({ rowId, hash, quantity, pointer }) => {
    const available = availableQuantities.get(rowId) ?? 0;
    return quantity > available ? [{ hash, requested: quantity, available, pointer }] : [];
  });
  if (excesses.length > 0) throw new ShipmentQuantityTooLarge(excesses);
}
