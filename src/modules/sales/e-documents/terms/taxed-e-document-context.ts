import type { EDocumentContext } from '../e-document-context';
import type { VatClass } from '../vat';

/** Context of a document with its format and VAT classes. */
export interface TaxedEDocumentContext extends EDocumentContext {
  readonly form: 'ubl' | 'cii' | 'facturx';
  readonly classes: readonly VatClass[];
}

/** Whether it is an intra-Community supply, for which place and date of delivery are mandatory. */
export const isWithinCommunity = ({ classes }: TaxedEDocumentContext): boolean =>
  classes.some(({ category }) => category === 'K');

/** Whether the document is subject to VAT; if not, it must not have VAT numbers (BR-O-02). */
export const isSubjectToVat = ({ classes }: TaxedEDocumentContext): boolean =>
  classes.every(({ category }) => category !== 'O');
