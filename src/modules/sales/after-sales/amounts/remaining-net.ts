import { roundToMinorUnit, sumAmounts, type TenThousandths } from '../../../../core/money';
import { listLeafRows } from '../../documents';
import type { CopySource } from '../../documents/copies/copy-source';
import type { CreditNoteAmounts } from './credit-note-amounts';
import type { InvoicedAmounts } from './invoiced-amounts';

/** Returns what is left of the net amount, of goods and charges. */
export function calculateRemainingNet(
  order: CopySource,
  invoiced: InvoicedAmounts,
  creditNotes: readonly CreditNoteAmounts[],
): TenThousandths {
  const { digits, suppliedTotals } = invoiced;
  return (
    calculateInvoicedNet(invoiced) -
    sumAmounts(
      creditNotes.map((note) => calculateCreditNoteNet(note, order, digits, suppliedTotals)),
    )
  );
}

function calculateInvoicedNet({
  goods,
  shipping,
  payment,
  hasMultiTaxedParts,
}: InvoicedAmounts): TenThousandths {
  const charges = [...shipping, ...payment].map(({ net }) => net);
  return hasMultiTaxedParts
    ? sumAmounts([goods.subtotal, ...charges])
    : sumAmounts([goods.untaxedBase, ...goods.groups.map(({ base }) => base), ...charges]);
}

/** Returns the net amount of a note: its subtotal, or the sum of its parts if the invoice has supplied totals. */
function calculateCreditNoteNet(
  creditNote: CreditNoteAmounts,
  { rows }: CopySource,
  digits: number,
  suppliedTotals: InvoicedAmounts['suppliedTotals'],
): TenThousandths {
  if (!suppliedTotals) return creditNote.subtotal;
  const taxedHashes = new Set(
    listLeafRows(rows).flatMap(({ hash, taxes = [] }) => (taxes.length > 0 ? [hash] : [])),
  );
  const untaxedRows = listLeafRows(creditNote.rows).filter(({ hash }) => !taxedHashes.has(hash));
  const charges = (creditNote.shippings ?? []).filter(({ taxes }) => taxes.length === 0);
  return sumAmounts([
    ...creditNote.taxes.map(({ base }) => base),
    roundToMinorUnit(
      sumAmounts(untaxedRows.flatMap(({ total, share }) => [total, -share])),
      digits,
    ),
    ...charges.map(({ netPrice }) => netPrice),
    creditNote.payment && creditNote.payment.taxes.length === 0 ? creditNote.payment.price : 0,
  ]);
}
