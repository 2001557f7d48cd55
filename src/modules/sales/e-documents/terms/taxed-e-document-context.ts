import type { EDocumentContext } from '../e-document-context';
import type { VatClass } from '../vat';

/** A document's facts, the form that it is written in, and the categories that its VAT is of. */
export interface TaxedEDocumentContext extends EDocumentContext {
  readonly form: 'ubl' | 'cii' | 'facturx';
  readonly classes: readonly VatClass[];
}

/** Without tax to another member state: where and when the goods went has to be told. */
export const isWithinCommunity = ({ classes }: TaxedEDocumentContext): boolean =>
  classes.some(({ category }) => category === 'K');

/** Whether anything is subject to VAT; documents without it have no VAT numbers (BR-O-02). */
export const isSubjectToVat = ({ classes }: TaxedEDocumentContext): boolean =>
  classes.every(({ category }) => category !== 'O');
