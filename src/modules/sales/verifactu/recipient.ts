import { normalizeVatNumber } from '../../../core/vat-numbers';
import { isEuMemberState } from '../../../core/european-union';
import { toParties, toPersonName } from '../e-documents';
import type { RecordSourceDocument } from './record-source-document';

/** The buyer of a document, as its record names it (`IDDestinatario`). */
export interface InvoiceRecipient {
  readonly name: string;
  /** Spanish tax number, or another identification. */
  readonly identification:
    /** Spanish tax number (número de identificación fiscal). */
    | { readonly nif: string }
    | {
        /** `CodigoPais`; absent for VAT numbers, which begin with their country. */
        readonly country?: string;
        /** `IDType`: 02 a VAT number, 04 an official number of the country of residence. */
        readonly type: '02' | '04';
        readonly number: string;
      };
}

const MAX_IDENTIFICATION_LENGTH = 20;
const SPANISH_TAX_NUMBER_PATTERN = /^[A-Z0-9]{9}$/;

/** Territories that AEAT's list of countries names otherwise. */
const aeatCountryByTerritory = new Map([
  ['AX', 'FI'],
  ['BL', 'FR'],
  ['EH', 'QU'],
  ['GF', 'FR'],
  ['GP', 'FR'],
  ['MF', 'FR'],
  ['MQ', 'FR'],
  ['RE', 'FR'],
  ['SJ', 'NO'],
]);

/** @returns the buyer; undefined without a name or an identification */
export function toRecipient(document: RecordSourceDocument): InvoiceRecipient | undefined {
  const { buyer } = toParties(document);
  const { countryCode = '', vat = '', nif = '', company = '' } = buyer;
  const name = (company || toPersonName(buyer) || document.customerName).trim();
  const country = countryCode || 'ES';
  const number = normalizeVatNumber(vat || nif, country);
  const prefix = number.slice(0, 2);
  const nationalNumber = number.slice(2);
  if (name === '' || nationalNumber === '') return undefined;
  if (prefix === 'ES')
    return SPANISH_TAX_NUMBER_PATTERN.test(nationalNumber)
      ? { name, identification: { nif: nationalNumber } }
      : undefined;
  const isVat = vat !== '' && isEuMemberState(prefix === 'EL' ? 'GR' : prefix);
  if (isVat && number.length <= MAX_IDENTIFICATION_LENGTH)
    return { name, identification: { type: '02', number } };
  const officialNumber = (nif || vat).trim().slice(0, MAX_IDENTIFICATION_LENGTH);
  const aeatCountry = aeatCountryByTerritory.get(country) ?? country;
  return { name, identification: { country: aeatCountry, type: '04', number: officialNumber } };
}
