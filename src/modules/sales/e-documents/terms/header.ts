import { creditTransferCodes } from '../../../../core/e-invoicing-codes';
import { toCorrectionReason } from '../../documents';
import { isIntraCommunitySupply, type EDocumentTermInput } from './e-document-term-input';
import type { TermMapping } from './term-mapping';
import { formatDay } from './term-formats';

const INVOICE_TYPE_CODE = '380';
const CREDIT_NOTE_TYPE_CODE = '381';

/** Payment terms as text. */
function formatPaymentTerms({ kind, document, timeZone }: EDocumentTermInput): string {
  if (kind === 'creditNote') return 'Credit';
  const { paid, paymentDate, payment } = document;
  if (paid) return paymentDate ? `Paid on ${formatDay(paymentDate, timeZone)}` : 'Paid';
  return payment?.means?.terms ?? 'Payable on receipt';
}

function findPaymentMeans({ kind, document }: EDocumentTermInput) {
  return kind === 'invoice' ? document.payment?.means : undefined;
}

/** BG-16 and BG-17: the payment means. */
export const paymentMeansTerms: readonly TermMapping<EDocumentTermInput>[] = [
  ['BT-81', 'Payment means type code', (context) => findPaymentMeans(context)?.code.toString()],
  [
    'BT-82',
    'Payment means text',
    (context) => (findPaymentMeans(context) ? context.document.paymentName : undefined),
  ],
  [
    'BT-83',
    'Remittance information',
    (context) => (findPaymentMeans(context) ? context.document.documentNumber : undefined),
  ],
  [
    'BT-84',
    'Payment account identifier',
    (context) => findPaymentMeans(context)?.iban?.replace(/\s/g, '').toUpperCase(),
    {
      rule: 'BR-61',
      pointer: '/payment/paymentSystem',
      remedy: 'import the paymentSystem with paymentMeans.iban; later orders will have it.',
      when: (context) => creditTransferCodes.includes(findPaymentMeans(context)?.code ?? 0),
    },
  ],
  [
    'BT-85',
    'Payment account name',
    (context) =>
      findPaymentMeans(context)?.iban ? findPaymentMeans(context)?.accountName : undefined,
  ],
  [
    'BT-86',
    'Payment service provider identifier',
    (context) => (findPaymentMeans(context)?.iban ? findPaymentMeans(context)?.bic : undefined),
  ],
];

/** Numbers, dates, type and references of the document. */
export const headerTerms: readonly TermMapping<EDocumentTermInput>[] = [
  ['BT-1', 'Invoice number', ({ document }) => document.documentNumber],
  ['BT-2', 'Invoice issue date', ({ document, timeZone }) => formatDay(document.date, timeZone)],
  [
    'BT-3',
    'Invoice type code',
    ({ kind }) => (kind === 'invoice' ? INVOICE_TYPE_CODE : CREDIT_NOTE_TYPE_CODE),
  ],
  ['BT-5', 'Invoice currency code', ({ document }) => document.currencyCode],
  ['BT-10', 'Buyer reference', ({ document }) => document.buyerReference],
  ['BT-13', 'Purchase order reference', ({ document }) => document.purchaseOrder],
  ['BT-14', 'Sales order reference', ({ orderNumber }) => orderNumber],
  ['BT-20', 'Payment terms', formatPaymentTerms],
  [
    'BT-22',
    'Invoice note',
    ({ kind, document }) => {
      if (kind === 'invoice') return undefined;
      return toCorrectionReason(document, {
        goodsReturned: 'Return of goods',
        chargesRefunded: 'Refund of charges',
      });
    },
  ],
  ['BT-25', 'Preceding invoice reference', ({ precedingInvoice }) => precedingInvoice?.number],
  [
    'BT-26',
    'Preceding invoice issue date',
    ({ precedingInvoice, timeZone }) =>
      precedingInvoice && formatDay(precedingInvoice.date, timeZone),
  ],
  [
    'BT-72',
    'Actual delivery date',
    ({ supplyDate, timeZone }) => supplyDate && formatDay(supplyDate, timeZone),
    {
      rule: 'BR-IC-11',
      pointer: '/deliveryDate',
      remedy: 'send orders with the deliveryDate.',
      when: isIntraCommunitySupply,
    },
  ],
];
