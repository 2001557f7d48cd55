import { formatCode } from '../../../../core/code-list';
import { defineError, type FieldError } from '../../../../core/errors';
import { quantityToNumber, type Thousandths } from '../../../../core/money';
import { stateCodes } from '../../documents';

/** Why a shipment keeps its rows: its state, or what was done with it. */
type ClosedReason = number | 'acknowledged' | 'deliveryNote';

const reasonTexts = {
  acknowledged: 'was acknowledged',
  deliveryNote: 'has a delivery note',
} as const;

/** 409: only a shipment that is still in the warehouse gives up rows. */
export const ShipmentClosed = defineError<{ reason: ClosedReason }>({
  code: 'shipment.closed',
  status: 409,
  title: 'The shipment gives up no rows',
  remedy: 'Use a shipment in Pending or Processing that was not acknowledged.',
  detail: ({ reason }) => {
    const text =
      typeof reason === 'number'
        ? `is in ${formatCode(stateCodes.shipment, reason)}`
        : reasonTexts[reason];
    return `The shipment ${text}, so it keeps its rows.`;
  },
  pointer: () => '/from',
});

/** A row whose requested quantity exceeds the available one. */
export interface ExcessiveShipmentRow {
  readonly hash: string;
  readonly requested: Thousandths;
  readonly available: Thousandths;
  readonly pointer: string;
}

const toExcessText = ({ hash, requested, available }: ExcessiveShipmentRow): string =>
  `${quantityToNumber(available)} of the row ${hash} can be shipped, not ${quantityToNumber(requested)}.`;

/** 409: the requested quantity of a row is in other shipments, or `from` contains less. */
export const ShipmentQuantityTooLarge = defineError<readonly ExcessiveShipmentRow[]>({
  code: 'shipment.quantity',
  status: 409,
  title: 'The shipment contains more than is left',
  remedy: 'Reduce the quantities, or name the shipment that gives up the rows (`from`).',
  detail: (excesses) => excesses.map(toExcessText).join(' '),
  fieldErrors: (excesses) =>
    excesses.map((one): FieldError => ({
      pointer: one.pointer,
      code: 'shipment.quantity',
      detail: toExcessText(one),
    })),
});
