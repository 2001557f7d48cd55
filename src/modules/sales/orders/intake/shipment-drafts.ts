import type { Shipment, ShipmentDraft } from '../../documents';
import type { ComputedTotals } from '../../totals';
import { ShippedRowUnknown, ShippedTooMuch } from './order-errors';
import type { OrderLineDto, OrderShipmentDto, OrderShipmentRowDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import { partTaxes } from './order-taxes';
import { partDiscount } from './row-drafts';

/** @throws ShippedRowUnknown, ShippedTooMuch, ReferenceNotFound */
export function shipmentDrafts(
  order: OrderLineDto,
  lookups: OrderLookups,
  amounts: ComputedTotals,
  now: Date,
): ShipmentDraft[] {
  const { shipments = [] } = order;
  const left = order.rows.map(({ quantity }) => quantity);
  return shipments.map((source, at) => {
    const pointer = `/shipments/${at}`;
    const shipment = shipmentColumns(source, lookups, pointer);
    const { netPrice = 0, share = 0, taxes = [] } = amounts.shipments[at] ?? {};
    shipment.netPrice = netPrice;
    shipment.share = share;
    if (taxes.length > 0) shipment.taxes = partTaxes(taxes, lookups);
    shipment.incomingDate = source.incomingDate ?? order.date;
    shipment.updatedAt = now;
    return {
      shipment,
      rows: shippedRows(order, source, left, pointer),
      discounts: (source.discounts ?? []).map((one) => partDiscount(one, 2)),
    };
  });
}

function shipmentColumns(
  source: OrderShipmentDto,
  lookups: OrderLookups,
  pointer: string,
): Partial<Shipment> {
  const { shippingType, physicalLocation, packages, trackingNumber, status } = source;
  const type = shippingType && lookups.one('shippingType', shippingType, `${pointer}/shippingType`);
  const location =
    physicalLocation && lookups.location(physicalLocation, `${pointer}/physicalLocation`);
  return {
    documentId: 0,
    pId: source.pId ?? null,
    shippingTypeId: type?.id ?? null,
    shippingTypePId: type?.pId ?? null,
    shippingTypeName: type?.name ?? '',
    name: source.name === '' ? (type?.name ?? '') : source.name,
    price: source.price,
    netPrice: 0,
    share: 0,
    taxes: null,
    packages,
    trackingNumber: trackingNumber ?? null,
    status,
    subStatusId: null,
    exported: false,
    incomingDate: undefined,
    physicalLocationId: location?.id ?? null,
    version: 1,
    updatedAt: undefined,
  };
}

/** @param left what no earlier shipment holds of each line; what this one holds is taken off it */
function shippedRows(
  order: OrderLineDto,
  { rows }: OrderShipmentDto,
  left: number[],
  pointer: string,
): ShipmentDraft['rows'] {
  const wanted: readonly OrderShipmentRowDto[] =
    rows ?? order.rows.map(({ quantity }, row) => ({ row, quantity }));
  return wanted.map(({ row, quantity }, at) => {
    const place = rows ? `${pointer}/rows/${at}` : pointer;
    const remaining = left[row];
    if (remaining === undefined) throw new ShippedRowUnknown({ row, pointer: `${place}/row` });
    if (quantity > remaining) {
      throw new ShippedTooMuch({ row, pointer: rows ? `${place}/quantity` : place });
    }
    left[row] = remaining - quantity;
    return { row, part: { documentId: 0, shipmentId: 0, rowId: 0, hash: '', quantity } };
  });
}
