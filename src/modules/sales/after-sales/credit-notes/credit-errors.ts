import { defineError, InvalidRequest } from '../../../../core/errors';
import { moneyToNumber, quantityToNumber } from '../../../../core/money';
import type { CreditExcess } from '../amounts/invoice-credit';

/** 409: without its credit note, an invoice would be open next to another open invoice of its order. */
export const InvoicedAgain = defineError<{ id: number; number: string }>({
  code: 'creditNote.invoicedAgain',
  status: 409,
  title: 'The order has been invoiced again',
  remedy: 'Annul or credit the open invoice (`existingId`) first.',
  detail: ({ number, id }) => `The order has the open invoice ${number} (id ${id}).`,
  extensionMembers: ({ id }) => ({ existingId: id }),
});

/** 422: credit notes give back at most what was invoiced. */
export const CreditTooLarge = defineError<readonly (CreditExcess & { pointer: string })[]>({
  code: 'credit.tooLarge',
  status: 422,
  title: 'More is credited than is left of the invoice',
  remedy: 'Credit at most what is left.',
  detail: (excesses) => excesses.map(toExcessText).join(' '),
  fieldErrors: (excesses) =>
    excesses.map((one) => ({
      pointer: one.pointer,
      code: 'credit.tooLarge',
      detail: toExcessText(one),
    })),
});

function toExcessText({ member, remaining }: CreditExcess): string {
  return member === 'quantity'
    ? `A quantity of ${quantityToNumber(remaining)} is left.`
    : `${moneyToNumber(remaining)} is left, before tax.`;
}

/** 422: two tax groups share only some of their lines, or share lines and are credited with different amounts. */
export const TaxGroupsShareLines = defineError({
  code: 'credit.severalTaxes',
  status: 422,
  title: 'The tax groups share lines of the invoice',
  remedy: 'Credit one of the groups, or `lines`.',
  detail: () =>
    'Lines that bear several taxes have one base for all of them: credit the same amount of each tax, or of only one.',
  pointer: () => '/taxes',
});

/** 422: R5, which the service sets, is the only code for simplified invoices. */
export const ReasonCodeRequiresFullInvoice = defineError({
  code: 'credit.reasonCodeOfSimplified',
  status: 422,
  title: 'The reason code is only for full invoices',
  remedy: 'Leave `reasonCode` out.',
  detail: () => 'Credit notes of simplified invoices have the code R5.',
  pointer: () => '/reasonCode',
});

/** 422: the codes of reasons are those of the Spanish tax office. */
export const ReasonCodeRequiresSpanishSeller = defineError<{ country: string }>({
  code: 'credit.reasonCode',
  status: 422,
  title: 'The reason code is only for Spanish sellers',
  remedy: 'Leave `reasonCode` out.',
  detail: ({ country }) =>
    country === ''
      ? "The invoice doesn't name the country of the seller."
      : `The seller of the invoice is in ${country}.`,
  pointer: () => '/reasonCode',
});

/** 400: it is not clear what is to be credited. */
export function createAmbiguousCreditError(
  pointers: readonly string[],
  memberNames: readonly string[],
): InstanceType<typeof InvalidRequest> {
  const detail = `Exactly one of ${memberNames.join(', ')} is needed.`;
  return new InvalidRequest(
    pointers.map((pointer) => ({ pointer, code: 'credit.notOne', detail })),
  );
}
