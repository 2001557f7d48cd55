import type { EDocumentContext } from '../e-document-context';
import type { VatClass } from '../vat';

/** Context of a document with its format and VAT classes. */
export interface TaxedEDocumentContext extends EDocumentContext {
  readonly format: 'ubl' | 'cii' | 'facturx';
  readonly vatClasses: readonly VatClass[];
}

/** Whether it is an intra-Community supply, for which place and date of delivery are mandatory. */
export const isIntraCommunitySupply = ({ vatClasses }: TaxedEDocumentContext): boolean =>
  vatClasses.some(({ category }) => category === 'K');

/** Whether the document is subject to VAT; if not, it must not have VAT numbers (BR-O-02). */
export const isSubjectToVat = ({ vatClasses }: TaxedEDocumentContext): boolean =>
  vatClasses.every(({ category }) => category !== 'O');
