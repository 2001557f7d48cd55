import { creditTransferCodes } from '../../../../core/e-invoicing-codes';
import { documentTypes } from '../../documents';
import { isWithinCommunity, type TaxedEDocumentContext } from './taxed-e-document-context';
import type { TermMapping } from './term-mapping';
import { formatDay } from './term-formats';

const INVOICE = '380';
const CREDIT_NOTE = '381';

/** Payment terms as text. */
function paymentTerms({ kind, document, zone }: TaxedEDocumentContext): string {
  if (kind === 'creditNote') return 'Credit';
  const { paid, paymentDate, payment } = document;
  if (paid) return paymentDate ? `Paid on ${formatDay(paymentDate, zone)}` : 'Paid';
  return payment?.means?.terms ?? 'Payable on receipt';
}

function findPaymentMeans({ kind, document }: TaxedEDocumentContext) {
  return kind === 'invoice' ? document.payment?.means : undefined;
}

/** BG-16 and BG-17: the payment means. */
export const paymentMeansTerms: readonly TermMapping<TaxedEDocumentContext>[] = [
  {
    term: 'BT-81',
    name: 'Payment means type code',
    source: "the payment system's paymentMeans.code, for invoices",
    from: (facts) => findPaymentMeans(facts)?.code.toString(),
  },
  {
    term: 'BT-82',
    name: 'Payment means text',
    source: "payment's name, else the payment system's",
    from: (facts) => (findPaymentMeans(facts) ? facts.document.paymentName : undefined),
  },
  {
    term: 'BT-83',
    name: 'Remittance information',
    source: 'the number of the document',
    from: (facts) => (findPaymentMeans(facts) ? facts.document.documentNumber : undefined),
  },
  {
    term: 'BT-84',
    name: 'Payment account identifier',
    source: "the payment system's paymentMeans.iban",
    from: (facts) => findPaymentMeans(facts)?.iban?.replace(/\s/g, '').toUpperCase(),
    need: {
      rule: 'BR-61',
      pointer: '/payment/paymentSystem',
      remedy: 'import the paymentSystem with paymentMeans.iban; later orders will have it.',
      when: (facts) => creditTransferCodes.includes(findPaymentMeans(facts)?.code ?? 0),
    },
  },
  {
    term: 'BT-85',
    name: 'Payment account name',
    source: "the payment system's paymentMeans.accountName",
    from: (facts) =>
      findPaymentMeans(facts)?.iban ? findPaymentMeans(facts)?.accountName : undefined,
  },
  {
    term: 'BT-86',
    name: 'Payment service provider identifier',
    source: "the payment system's paymentMeans.bic",
    from: (facts) => (findPaymentMeans(facts)?.iban ? findPaymentMeans(facts)?.bic : undefined),
  },
];

/** Numbers, dates, type and references of the document. */
export const headTerms: readonly TermMapping<TaxedEDocumentContext>[] = [
  {
    term: 'BT-1',
    name: 'Invoice number',
    source: 'DOCUMENTNUMBER',
    from: ({ document }) => document.documentNumber,
  },
  {
    term: 'BT-2',
    name: 'Invoice issue date',
    source: 'DATE, as a day of the store',
    from: ({ document, zone }) => formatDay(document.date, zone),
  },
  {
    term: 'BT-3',
    name: 'Invoice type code',
    source: '380 invoice, 381 credit note',
    from: ({ kind }) => (kind === 'invoice' ? INVOICE : CREDIT_NOTE),
  },
  {
    term: 'BT-5',
    name: 'Invoice currency code',
    source: "the order's currencyCode",
    from: ({ document }) => document.currencyCode,
  },
  {
    term: 'BT-10',
    name: 'Buyer reference',
    source: "the order's buyerReference",
    from: ({ document }) => document.buyerReference,
  },
  {
    term: 'BT-13',
    name: 'Purchase order reference',
    source: "the order's purchaseOrder",
    from: ({ document }) => document.purchaseOrder,
  },
  {
    term: 'BT-14',
    name: 'Sales order reference',
    source: "the order's number",
    from: ({ orderNumber }) => orderNumber,
  },
  {
    term: 'BT-20',
    name: 'Payment terms',
    source: "paid, with the date; else the payment system's paymentMeans.terms",
    from: paymentTerms,
  },
  {
    term: 'BT-22',
    name: 'Invoice note',
    source: 'for a credit note: the reason for the correction',
    from: ({ kind, document }) => {
      if (kind === 'invoice') return undefined;
      if (document.reason) return document.reason;
      if (document.parentType === documentTypes.invoice) return undefined;
      return document.rows.length > 0 ? 'Return of goods' : 'Refund of charges';
    },
  },
  {
    term: 'BT-25',
    name: 'Preceding invoice reference',
    source: 'the number of the invoice that is corrected or replaced',
    from: ({ preceding }) => preceding?.number,
  },
  {
    term: 'BT-26',
    name: 'Preceding invoice issue date',
    source: 'the date of that invoice',
    from: ({ preceding, zone }) => preceding && formatDay(preceding.date, zone),
  },
  {
    term: 'BT-72',
    name: 'Actual delivery date',
    source: "the document's deliveryDate, else the order's, else that of its last shipment",
    from: ({ supplyDate, zone }) => supplyDate && formatDay(supplyDate, zone),
    need: {
      rule: 'BR-IC-11',
      pointer: '/deliveryDate',
      remedy: 'send orders with the deliveryDate.',
      when: isWithinCommunity,
    },
  },
];
