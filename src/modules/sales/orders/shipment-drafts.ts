import type { ShipmentDraft } from '../documents/document-draft';
import type { Shipment } from '../documents/shipment.entity';
import type { ComputedTotals } from '../totals';
import { ShippedRowUnknown, ShippedTooMuch } from './order-errors';
import type { OrderLineDto, OrderShipmentDto, OrderShipmentRowDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import { partTaxes, type TaxNames } from './order-taxes';
import { partDiscount } from './row-drafts';

/** @throws ShippedRowUnknown, ShippedTooMuch, ReferenceNotFound */
export function shipmentDrafts(
  order: OrderLineDto,
  lookups: OrderLookups,
  amounts: ComputedTotals,
  names: TaxNames,
  now: Date,
): ShipmentDraft[] {
  const { shipments = [] } = order;
  const left = order.rows.map(({ quantity }) => quantity);
  return shipments.map((source, at) => {
    const pointer = `/shipments/${at}`;
    return {
      shipment: {
        ...shipmentColumns(source, lookups, pointer),
        ...moneyColumns(source, amounts, names, at),
        incomingDate: source.incomingDate ?? order.date,
        version: 1,
        updatedAt: now,
      },
      rows: shippedRows(order, source, left, pointer),
      discounts: (source.discounts ?? []).map((one) => ({ ...partDiscount(one), applyTo: 2 })),
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
    pId: source.pId ?? null,
    shippingTypeId: type?.id ?? null,
    shippingTypePId: type?.pId ?? null,
    shippingTypeName: type?.name ?? '',
    name: source.name === '' ? (type?.name ?? '') : source.name,
    packages,
    trackingNumber: trackingNumber ?? null,
    status,
    subStatusId: null,
    exported: false,
    physicalLocationId: location?.id ?? null,
  };
}

function moneyColumns(
  { price }: OrderShipmentDto,
  { shipments }: ComputedTotals,
  names: TaxNames,
  at: number,
): Partial<Shipment> {
  const { netPrice = 0, share = 0, taxes = [] } = shipments[at] ?? {};
  return { price, netPrice, share, taxes: taxes.length > 0 ? partTaxes(taxes, names) : null };
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
    return { row, part: { quantity } };
  });
}
