import { toTrackingColumns, toTrackings } from '../../documents/trackings/trackings';
import type { ShipmentDraft, ShipmentRowDraft } from '../../documents/writing/document-draft';
import type { ComputedTotals, ShipmentAmounts } from '../../totals';
import { ShippedRowUnknown, ShippedTooMuch } from './order-errors';
import type { OrderLineDto, OrderShipmentDto, OrderShipmentRowDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import { toChargeTaxes } from './order-taxes';
import { toPartDiscountDraft } from './row-drafts';

/** Creates the drafts of an order's shipments. @throws ShippedRowUnknown, ShippedTooMuch, ReferenceNotFound */
export function toShipmentDrafts(
  order: OrderLineDto,
  lookups: OrderLookups,
  amounts: ComputedTotals,
  now: Date,
): ShipmentDraft[] {
  const { shipments = [] } = order;
  const remainingQuantities = order.rows.map(({ quantity }) => quantity);
  return shipments.map((source, index) => {
    const pointer = `/shipments/${index}`;
    const shipmentAmounts = amounts.shipments[index] as ShipmentAmounts;
    return {
      shipment: toShipmentColumns(order, source, shipmentAmounts, lookups, pointer, now),
      rows: allocateShippedRows(order, source, remainingQuantities, pointer),
      discounts: (source.discounts ?? []).map((one) =>
        toPartDiscountDraft(one, { owner: 'shipment' }),
      ),
    };
  });
}

function toShipmentColumns(
  order: OrderLineDto,
  source: OrderShipmentDto,
  { netPrice, basketDiscountShare, taxes }: ShipmentAmounts,
  lookups: OrderLookups,
  pointer: string,
  now: Date,
): ShipmentDraft['shipment'] {
  const { shippingType, physicalLocation, status } = source;
  const tracked = toPackageColumns(source);
  const type =
    shippingType &&
    lookups.getCatalogRecord('shippingType', shippingType, `${pointer}/shippingType`);
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
    share: basketDiscountShare,
    taxes: taxes.length > 0 ? toChargeTaxes(taxes, lookups) : null,
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

function toPackageColumns(
  source: OrderShipmentDto,
): Pick<ShipmentDraft['shipment'], 'packages' | 'trackingNumber' | 'trackings'> {
  const { packages, trackings = [] } = source;
  const trackingNumber = source.trackingNumber.trim() || null;
  const reported = toTrackingColumns(toTrackings(trackings), trackingNumber);
  const count = packages === 0 ? (reported.packages ?? 0) : packages;
  return { packages: count, trackingNumber, trackings: reported.trackings };
}

/**
 * Creates the drafts of the rows of a shipment, and deducts their quantities from `remainingQuantities`.
 * @param remainingQuantities quantity of each row of the order that is in no earlier shipment
 * @throws ShippedRowUnknown, ShippedTooMuch
 */
function allocateShippedRows(
  order: OrderLineDto,
  { rows }: OrderShipmentDto,
  remainingQuantities: number[],
  pointer: string,
): ShipmentRowDraft[] {
  const shipped: readonly OrderShipmentRowDto[] =
    rows ?? order.rows.map(({ quantity }, row) => ({ row, quantity }));
  return shipped.map(({ row, quantity }, index) => {
    const rowPointer = rows ? `${pointer}/rows/${index}` : pointer;
    const remaining = remainingQuantities[row];
    if (remaining === undefined) throw new ShippedRowUnknown({ row, pointer: `${rowPointer}/row` });
    if (quantity > remaining) {
      throw new ShippedTooMuch({ row, pointer: rows ? `${rowPointer}/quantity` : rowPointer });
    }
    remainingQuantities[row] = remaining - quantity;
    return { rowIndex: row, quantity };
  });
}
