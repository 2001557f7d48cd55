import { toTrackingColumns, toTrackings } from '../../documents/trackings/trackings';
import type { ShipmentDraft, ShipmentRowDraft } from '../../documents/writing/document-draft';
import type { ComputedTotals, ShipmentAmounts } from '../../totals';
import { ShippedRowUnknown, ShippedTooMuch } from './order-errors';
import type { OrderLineDto, OrderShipmentDto, OrderShipmentRowDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import { toPartTaxes } from './order-taxes';
import { toPartDiscountDraft } from './row-drafts';

/** Creates the drafts of an order's shipments. @throws ShippedRowUnknown, ShippedTooMuch, ReferenceNotFound */
export function toShipmentDrafts(
  order: OrderLineDto,
  lookups: OrderLookups,
  amounts: ComputedTotals,
  now: Date,
): ShipmentDraft[] {
  const { shipments = [] } = order;
  const left = order.rows.map(({ quantity }) => quantity);
  return shipments.map((source, at) => {
    const pointer = `/shipments/${at}`;
    const own = amounts.shipments[at] as ShipmentAmounts;
    return {
      shipment: toShipmentColumns(order, source, own, lookups, pointer, now),
      rows: toShippedRows(order, source, left, pointer),
      discounts: (source.discounts ?? []).map((one) => toPartDiscountDraft(one, 2)),
    };
  });
}

function toShipmentColumns(
  order: OrderLineDto,
  source: OrderShipmentDto,
  { netPrice, share, taxes }: ShipmentAmounts,
  lookups: OrderLookups,
  pointer: string,
  now: Date,
): ShipmentDraft['shipment'] {
  const { shippingType, physicalLocation, status } = source;
  const tracked = toTrackedColumns(source);
  const type =
    shippingType && lookups.getEntry('shippingType', shippingType, `${pointer}/shippingType`);
  const location =
    physicalLocation && lookups.getLocation(physicalLocation, `${pointer}/physicalLocation`);
  return {
    pId: source.pId ?? null,
    shippingTypeId: type?.id ?? null,
    shippingTypePId: type?.pId ?? null,
    shippingTypeName: type?.name ?? '',
    name: source.name === '' ? (type?.name ?? '') : source.name,
    price: source.price,
    netPrice,
    share,
    taxes: taxes.length > 0 ? toPartTaxes(taxes, lookups) : null,
    packages: tracked.packages,
    trackingNumber: tracked.trackingNumber,
    trackings: tracked.trackings,
    status,
    subStatusId: null,
    exported: source.exported ?? order.exported,
    incomingDate: source.incomingDate ?? order.date,
    physicalLocationId: location?.id ?? null,
    version: 1,
    updatedAt: now,
  };
}

function toTrackedColumns(
  source: OrderShipmentDto,
): Pick<ShipmentDraft['shipment'], 'packages' | 'trackingNumber' | 'trackings'> {
  const { packages, trackings = [] } = source;
  const trackingNumber = source.trackingNumber.trim() || null;
  const reported = toTrackingColumns(toTrackings(trackings), trackingNumber);
  const count = packages === 0 ? (reported.packages ?? 0) : packages;
  return { packages: count, trackingNumber, trackings: reported.trackings };
}

/** @param left remaining quantity of each row; the quantities of this shipment are deducted from it */
function toShippedRows(
  order: OrderLineDto,
  { rows }: OrderShipmentDto,
  left: number[],
  pointer: string,
): ShipmentRowDraft[] {
  const shipped: readonly OrderShipmentRowDto[] =
    rows ?? order.rows.map(({ quantity }, row) => ({ row, quantity }));
  return shipped.map(({ row, quantity }, at) => {
    const rowPointer = rows ? `${pointer}/rows/${at}` : pointer;
    const remaining = left[row];
    if (remaining === undefined) throw new ShippedRowUnknown({ row, pointer: `${rowPointer}/row` });
    if (quantity > remaining) {
      throw new ShippedTooMuch({ row, pointer: rows ? `${rowPointer}/quantity` : rowPointer });
    }
    left[row] = remaining - quantity;
    return { row, quantity };
  });
}
