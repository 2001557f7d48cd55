import type { EDocumentWithParties } from '../e-document-parties';
import type { VatClass } from '../vat-classes';

/** Context of a document with its format and VAT classes. */
export interface EDocumentTermInput extends EDocumentWithParties {
  readonly format: 'ubl' | 'cii' | 'facturx';
  readonly vatClasses: readonly VatClass[];
}

/** Whether the document is for an intra-Community supply, which requires place and date of delivery. */
export const isIntraCommunitySupply = ({ vatClasses }: EDocumentTermInput): boolean =>
  vatClasses.some(({ category }) => category === 'K');

/** Whether the document is subject to VAT; if not, it must not have VAT numbers (BR-O-02). */
export const isSubjectToVat = ({ vatClasses }: EDocumentTermInput): boolean =>
  vatClasses.every(({ category }) => category !== 'O');
