import { defineError, type FieldError } from '../../../core/errors';

/** 422: what a document says, or lacks, can't be said in EN 16931; every reason is listed. */
export const DocumentNotExpressible = defineError<readonly FieldError[]>({
  code: 'document.notExpressible',
  status: 422,
  title: 'The document cannot be expressed as a structured invoice',
  remedy:
    'Each of `errors` names the rule of EN 16931 and says what to do; the PDF can be had anyway.',
  detail: (faults) =>
    faults.length === 1
      ? (faults[0]?.detail ?? '')
      : `The document would break ${faults.map(({ code }) => code).join(', ')}; see errors.`,
  fieldErrors: (faults) => faults,
});

/** 422: the totals of a document contradict its taxes, because they were stored as they were given. */
export const TotalsContradictTaxes = defineError({
  code: 'totals.asGiven',
  status: 422,
  title: 'The totals of the document were stored as given',
  remedy:
    'Take the PDF; send orders without totals, or with totals that satisfy the rates of their taxes.',
  detail: () =>
    'Subtotal, taxes and total are not what lines and tax groups come to, so no structured invoice can have them.',
});

/** 422: a document that is not subject to VAT has no other VAT category (BR-O-11 to BR-O-14). */
export const VatCategoriesMixed = defineError({
  code: 'vat.notSubjectMixed',
  status: 422,
  title: 'The document mixes what is not subject to VAT with what is',
  remedy: 'Take the PDF; send what is not subject to VAT as an order of its own.',
  detail: () =>
    'The category O is on some of the lines, shipments and fees, but not on all: no structured invoice can have that.',
});

/** Takes notes of why a document can't be expressed, so that all reasons are told at once. */
export class EDocumentErrors {
  readonly faults: FieldError[] = [];

  /**
   * @param rule of EN 16931 or Peppol, that the document would break
   * @param pointer into the line that the document came from: `/user/billingAddress/vat`
   * @param detail what is wrong, and what to do
   */
  add(rule: string, pointer: string, detail: string): void {
    const isTold = this.faults.some((one) => one.code === rule && one.pointer === pointer);
    if (!isTold) this.faults.push({ code: rule, pointer, detail });
  }

  /** @throws DocumentNotExpressible where there is any */
  throwIfAny(): void {
    if (this.faults.length > 0) throw new DocumentNotExpressible(this.faults);
  }
}
