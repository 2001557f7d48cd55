import { defineError, type FieldError } from '../../../core/errors';

/** 422: the document violates rules of EN 16931, each of which is listed. */
export const DocumentNotExpressible = defineError<readonly FieldError[]>({
  code: 'document.notExpressible',
  status: 422,
  title: 'The document cannot be expressed as a structured invoice',
  remedy:
    'Follow the instructions in `errors`, which name the rules of EN 16931, or download the PDF instead.',
  detail: (errors) =>
    errors.length === 1
      ? (errors[0]?.detail ?? '')
      : `The document would violate ${errors.map(({ code }) => code).join(', ')}; see errors.`,
  fieldErrors: (errors) => errors,
});

/** 422: the totals of a document contradict its taxes, because they were stored as supplied. */
export const TotalsContradictTaxes = defineError({
  code: 'totals.asGiven',
  status: 422,
  title: 'The totals of the document contradict its taxes',
  remedy: 'Use the PDF. Send orders without totals, or with totals that match the tax rates.',
  detail: () =>
    'Subtotal, taxes and total differ from the sums of lines and tax groups, which structured invoices do not allow.',
});

/** 422: a document with the VAT category O can't have another category (BR-O-11 to BR-O-14). */
export const VatCategoriesMixed = defineError({
  code: 'vat.notSubjectMixed',
  status: 422,
  title: 'The document mixes goods with and without VAT liability',
  remedy: 'Use the PDF. Send goods that are not subject to VAT as a separate order.',
  detail: () =>
    'Some, but not all lines, shipments and fees have the category O, which structured invoices do not allow.',
});

/** Collects all reasons why a document can't be a structured invoice. */
export class EDocumentErrorCollector {
  readonly errors: FieldError[] = [];

  /**
   * Adds an error, unless the same rule already has one for the same field.
   * @param rule violated rule of EN 16931 or Peppol
   * @param pointer JSON pointer into the import record of the order: `/user/billingAddress/vat`
   * @param detail the problem and its solution
   */
  add(rule: string, pointer: string, detail: string): void {
    const isKnown = this.errors.some((one) => one.code === rule && one.pointer === pointer);
    if (!isKnown) this.errors.push({ code: rule, pointer, detail });
  }

  /** @throws DocumentNotExpressible when there are errors */
  throwIfAny(): void {
    if (this.errors.length > 0) throw new DocumentNotExpressible(this.errors);
  }
}
