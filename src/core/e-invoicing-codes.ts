import { defineCodes } from './code-list';

// Codes of structured invoices (EN 16931) that import records may use. The lists are those of the standard's own rules,
// so every code of a record is also valid in a document.

/** Schemes of electronic addresses (EAS): EM is an e-mail address, numbers are schemes of ISO/IEC 6523 and of VAT. */
export const electronicAddressSchemes: readonly string[] = splitWords(
  '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 ' +
    '0184 0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 ' +
    '0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 ' +
    '0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 ' +
    '9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 ' +
    '9952 9953 9957 9959 AN AQ AS AU EM',
);

/** Schemes that Peppol does not support. */
const nonPeppolSchemes = splitWords('0219 0220 0242 0244 0245 0246 0248 AN AQ AS AU EM');

/** Schemes of electronic addresses that Peppol delivers to (PEPPOL-EN16931-CL008). */
export const peppolSchemes = electronicAddressSchemes.filter(
  (scheme) => !nonPeppolSchemes.includes(scheme),
);

/** Registers of companies (ISO/IEC 6523) among the schemes of electronic addresses. */
export const companyRegisterSchemes = electronicAddressSchemes.filter((scheme) =>
  scheme.startsWith('0'),
);

/** Reasons for VAT exemption (VATEX). */
export const vatExemptionReasonCodes: readonly string[] = splitWords(
  'VATEX-EU-79-C VATEX-EU-132 VATEX-EU-132-1A VATEX-EU-132-1B VATEX-EU-132-1C VATEX-EU-132-1D ' +
    'VATEX-EU-132-1E VATEX-EU-132-1F VATEX-EU-132-1G VATEX-EU-132-1H VATEX-EU-132-1I VATEX-EU-132-1J ' +
    'VATEX-EU-132-1K VATEX-EU-132-1L VATEX-EU-132-1M VATEX-EU-132-1N VATEX-EU-132-1O VATEX-EU-132-1P ' +
    'VATEX-EU-132-1Q VATEX-EU-135-1 VATEX-EU-143 VATEX-EU-143-1A VATEX-EU-143-1B VATEX-EU-143-1C ' +
    'VATEX-EU-143-1D VATEX-EU-143-1E VATEX-EU-143-1F VATEX-EU-143-1FA VATEX-EU-143-1G VATEX-EU-143-1H ' +
    'VATEX-EU-143-1I VATEX-EU-143-1J VATEX-EU-143-1K VATEX-EU-143-1L VATEX-EU-144 VATEX-EU-146-1E ' +
    'VATEX-EU-159 VATEX-EU-309 VATEX-EU-148 VATEX-EU-148-A VATEX-EU-148-B VATEX-EU-148-C ' +
    'VATEX-EU-148-D VATEX-EU-148-E VATEX-EU-148-F VATEX-EU-148-G VATEX-EU-151 VATEX-EU-151-1A ' +
    'VATEX-EU-151-1AA VATEX-EU-151-1B VATEX-EU-151-1C VATEX-EU-151-1D VATEX-EU-151-1E VATEX-EU-G ' +
    'VATEX-EU-O VATEX-EU-IC VATEX-EU-AE VATEX-EU-D VATEX-EU-F VATEX-EU-I VATEX-EU-J ' +
    'VATEX-FR-FRANCHISE VATEX-FR-CNWVAT VATEX-EU-153 VATEX-FR-CGI261-1 VATEX-FR-CGI261-2 ' +
    'VATEX-FR-CGI261-3 VATEX-FR-CGI261-4 VATEX-FR-CGI261-5 VATEX-FR-CGI261-7 VATEX-FR-CGI261-8 ' +
    'VATEX-FR-CGI261A VATEX-FR-CGI261B VATEX-FR-CGI261C-1 VATEX-FR-CGI261C-2 VATEX-FR-CGI261C-3 ' +
    'VATEX-FR-CGI261D-1 VATEX-FR-CGI261D-1BIS VATEX-FR-CGI261D-2 VATEX-FR-CGI261D-3 ' +
    'VATEX-FR-CGI261D-4 VATEX-FR-CGI261E-1 VATEX-FR-CGI261E-2 VATEX-FR-CGI277A VATEX-FR-CGI275 ' +
    'VATEX-FR-298SEXDECIESA VATEX-FR-CGI295 VATEX-FR-AE',
);

/**
 * VAT categories of the standard. S is the standard rate, Z zero rate, E exempt, AE reverse charge, K
 * intra-Community supply, G export, O not subject to VAT.
 */
export const vatCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type VatCategory = (typeof vatCategories)[number];

/** Means of payment (UNTDID 4461). Direct debits are missing, because they need a mandate, which is unknown here. */
export const paymentMeansCodes = defineCodes([
  [1, 'not defined'],
  [10, 'cash'],
  [20, 'cheque'],
  [30, 'credit transfer'],
  [42, 'payment to bank account'],
  [48, 'bank card'],
  [54, 'credit card'],
  [55, 'debit card'],
  [57, 'standing agreement'],
  [58, 'SEPA credit transfer'],
  [68, 'online payment service'],
  [97, 'clearing between partners'],
]);

/** Means of payment with an account to pay to. */
export const creditTransferCodes: readonly number[] = [30, 58];

function splitWords(text: string): string[] {
  return text.split(' ');
}
