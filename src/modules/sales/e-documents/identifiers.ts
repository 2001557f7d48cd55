import { peppolSchemes } from '../../../core/e-invoicing-codes';
import { isValidVatNumber } from '../../../core/vat-numbers';
import type { BusinessTermGroup } from '../invoice-syntax';
import type { EDocumentFormat } from './e-document-formats';
import type { EDocumentErrorCollector } from './e-document-errors';

/** A business term that identifies a party, and its field in the import record. */
interface IdentifierTerm {
  readonly term: `BT-${string}`;
  readonly name: string;
  readonly pointer: string;
}

const vatNumberTerms: readonly IdentifierTerm[] = [
  { term: 'BT-31', name: 'Seller VAT identifier', pointer: '/headquarter/vat' },
  { term: 'BT-48', name: 'Buyer VAT identifier', pointer: '/user/billingAddress/vat' },
];

const schemeTerms: readonly IdentifierTerm[] = [
  {
    term: 'BT-34-1',
    name: 'The scheme of the seller electronic address',
    pointer: '/headquarter/electronicAddressScheme',
  },
  {
    term: 'BT-49-1',
    name: 'The scheme of the buyer electronic address',
    pointer: '/user/billingAddress/electronicAddressScheme',
  },
];

/** Adds errors for invalid VAT numbers and, in UBL, for electronic addresses that Peppol doesn't deliver to. */
export async function checkIdentifiers(
  terms: BusinessTermGroup,
  format: EDocumentFormat,
  errors: EDocumentErrorCollector,
): Promise<void> {
  for (const { term, name, pointer } of vatNumberTerms) {
    const number = terms[term];
    if (typeof number !== 'string' || (await isValidVatNumber(number))) continue;
    const detail =
      `${name} (${term}) ${number} is not valid: its form or its check digit is wrong. Correct the vat or ` +
      'remove it; documents of later orders will have the new value.';
    errors.add('vat.invalid', pointer, detail);
  }
  if (format !== 'ubl') return;
  for (const { term, name, pointer } of schemeTerms) {
    const scheme = terms[term];
    if (typeof scheme !== 'string' || peppolSchemes.includes(scheme)) continue;
    const detail =
      `${name} (${term}) is ${scheme}, but Peppol does not deliver to such addresses: send an electronicAddress ` +
      `with one of the schemes ${peppolSchemes.join(' ')}, or use cii or facturx.`;
    errors.add('PEPPOL-EN16931-CL008', pointer, detail);
  }
}
