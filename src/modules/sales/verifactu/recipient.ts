import { normalizeVatNumber } from '../../../core/vat-numbers';
import { isEuMemberState } from '../../../core/european-union';
import { toParties, toPersonName } from '../e-documents';
import type { SourceDocument } from './record-source';

/** The buyer of a document, as its record names it (`IDDestinatario`). */
export interface Recipient {
  readonly name: string;
  /** Spanish tax number, or another identification. */
  readonly id:
    | { readonly nif: string }
    | {
        /** `CodigoPais`; absent for VAT numbers, which begin with their country. */
        readonly country?: string;
        /** `IDType`: 02 a VAT number, 04 an official number of the country of residence. */
        readonly type: '02' | '04';
        readonly number: string;
      };
}

const MAX_NUMBER_LENGTH = 20;
const SPANISH_NUMBER = /^[A-Z0-9]{9}$/;

/** Territories that AEAT's list of countries names otherwise. */
const aeatCountries = new Map([
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
export function toRecipient(document: SourceDocument): Recipient | undefined {
  const { buyer } = toParties(document);
  const { countryCode = '', vat = '', nif = '', company = '' } = buyer;
  const name = (company || toPersonName(buyer) || document.customerName).trim();
  const country = countryCode || 'ES';
  const number = normalizeVatNumber(vat || nif, country);
  const prefix = number.slice(0, 2);
  const own = number.slice(2);
  if (name === '' || own === '') return undefined;
  if (prefix === 'ES') return SPANISH_NUMBER.test(own) ? { name, id: { nif: own } } : undefined;
  const isVat = vat !== '' && isEuMemberState(prefix === 'EL' ? 'GR' : prefix);
  if (isVat && number.length <= MAX_NUMBER_LENGTH) return { name, id: { type: '02', number } };
  const official = (nif || vat).trim().slice(0, MAX_NUMBER_LENGTH);
  const aeatCountry = aeatCountries.get(country) ?? country;
  return { name, id: { country: aeatCountry, type: '04', number: official } };
}
