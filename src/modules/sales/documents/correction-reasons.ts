import { documentTypes } from './document-kinds';
import type { SalesDocument } from './entities/document.entity';

/** Meanings of the tax agency's codes (Orden HAC/1177/2024, list L2), in the language of the law. */
const meaningsOfCodes = new Map([
  ['R1', 'error fundado en derecho o Ley 37/1992, artículo 80.Uno, Dos o Seis'],
  ['R2', 'Ley 37/1992, artículo 80.Tres'],
  ['R3', 'Ley 37/1992, artículo 80.Cuatro'],
  ['R4', 'otras causas'],
  ['R5', 'rectificación de factura simplificada'],
]);

/** Reasons of credit notes that come from returns. */
interface ReturnReasons {
  readonly goodsReturned: string;
  readonly chargesRefunded: string;
}

/** Returns why a credit note corrects its invoice: the given reason, else that of a return or of a Spanish code. */
export function toCorrectionReason(
  {
    reason,
    reasonCode,
    parentType,
    rows,
  }: Pick<SalesDocument, 'reason' | 'reasonCode' | 'parentType'> & {
    readonly rows: readonly unknown[];
  },
  { goodsReturned, chargesRefunded }: ReturnReasons,
): string {
  if (reason) return reason;
  if (parentType === documentTypes.invoice) return meaningsOfCodes.get(reasonCode ?? '') ?? '';
  return rows.length > 0 ? goodsReturned : chargesRefunded;
}
