import type { Term } from './business-terms';
import { always, each, type ElementBinding, kept, node, text, type ElementValue } from './binding';

// UN/CEFACT CII (D16B): elements in the order of the schema, and their terms.

const GUIDELINE = 'urn:cen.eu:en16931:2017';

/** Of a day as `YYYYMMDD`. */
const DAY_FORMAT = '102';

function date(name: string, term: Term, prefix = 'udt'): ElementBinding {
  const format: ElementValue = { always: DAY_FORMAT };
  return node(name, { ...text(`${prefix}:DateTimeString`, term, { format }), isDay: true });
}

function indicator(value: 'true' | 'false'): ElementBinding {
  return kept('ram:ChargeIndicator', always('udt:Indicator', value));
}

function tax(name: string, code: Term, rate: Term): ElementBinding {
  return node(
    name,
    always('ram:TypeCode', 'VAT'),
    text('ram:CategoryCode', code),
    text('ram:RateApplicablePercent', rate),
  );
}

interface AddressTerms {
  readonly postCode: Term;
  readonly lines: readonly Term[];
  readonly city: Term;
  readonly country: Term;
  readonly state: Term;
}

function address({ postCode, lines, city, country, state }: AddressTerms): ElementBinding {
  const names = ['ram:LineOne', 'ram:LineTwo'];
  return node(
    'ram:PostalTradeAddress',
    text('ram:PostcodeCode', postCode),
    ...lines.map((term, at) => text(names[at] ?? '', term)),
    text('ram:CityName', city),
    text('ram:CountryID', country),
    text('ram:CountrySubDivisionName', state),
  );
}

function contact(phone: Term, email: Term, ...person: readonly ElementBinding[]): ElementBinding {
  return node(
    'ram:DefinedTradeContact',
    ...person,
    node('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', phone)),
    node('ram:EmailURIUniversalCommunication', text('ram:URIID', email)),
  );
}

const seller = node(
  'ram:SellerTradeParty',
  text('ram:Name', 'BT-27'),
  node(
    'ram:SpecifiedLegalOrganization',
    text('ram:ID', 'BT-30', { schemeID: 'BT-30-1' }),
    text('ram:TradingBusinessName', 'BT-28'),
  ),
  contact('BT-42', 'BT-43'),
  address({
    postCode: 'BT-38',
    lines: ['BT-35'],
    city: 'BT-37',
    country: 'BT-40',
    state: 'BT-39',
  }),
  node('ram:URIUniversalCommunication', text('ram:URIID', 'BT-34', { schemeID: 'BT-34-1' })),
  node('ram:SpecifiedTaxRegistration', text('ram:ID', 'BT-31', { schemeID: { always: 'VA' } })),
);

const buyer = node(
  'ram:BuyerTradeParty',
  text('ram:ID', 'BT-46'),
  text('ram:Name', 'BT-44'),
  node('ram:SpecifiedLegalOrganization', text('ram:ID', 'BT-47', { schemeID: 'BT-47-1' })),
  contact('BT-57', 'BT-58', text('ram:PersonName', 'BT-56')),
  address({
    postCode: 'BT-53',
    lines: ['BT-50', 'BT-51'],
    city: 'BT-52',
    country: 'BT-55',
    state: 'BT-54',
  }),
  node('ram:URIUniversalCommunication', text('ram:URIID', 'BT-49', { schemeID: 'BT-49-1' })),
  node('ram:SpecifiedTaxRegistration', text('ram:ID', 'BT-48', { schemeID: { always: 'VA' } })),
);

const line = each(
  'BG-25',
  'ram:IncludedSupplyChainTradeLineItem',
  node(
    'ram:AssociatedDocumentLineDocument',
    text('ram:LineID', 'BT-126'),
    node('ram:IncludedNote', text('ram:Content', 'BT-127')),
  ),
  node(
    'ram:SpecifiedTradeProduct',
    text('ram:GlobalID', 'BT-157', { schemeID: 'BT-157-1' }),
    text('ram:SellerAssignedID', 'BT-155'),
    text('ram:Name', 'BT-153'),
    each(
      'BG-32',
      'ram:ApplicableProductCharacteristic',
      text('ram:Description', 'BT-160'),
      text('ram:Value', 'BT-161'),
    ),
  ),
  node(
    'ram:SpecifiedLineTradeAgreement',
    node(
      'ram:NetPriceProductTradePrice',
      text('ram:ChargeAmount', 'BT-146'),
      text('ram:BasisQuantity', 'BT-149', { unitCode: 'BT-150' }),
    ),
  ),
  node(
    'ram:SpecifiedLineTradeDelivery',
    text('ram:BilledQuantity', 'BT-129', { unitCode: 'BT-130' }),
  ),
  node(
    'ram:SpecifiedLineTradeSettlement',
    tax('ram:ApplicableTradeTax', 'BT-151', 'BT-152'),
    each(
      'BG-27',
      'ram:SpecifiedTradeAllowanceCharge',
      indicator('false'),
      text('ram:ActualAmount', 'BT-136'),
      text('ram:ReasonCode', 'BT-140'),
      text('ram:Reason', 'BT-139'),
    ),
    node(
      'ram:SpecifiedTradeSettlementLineMonetarySummation',
      text('ram:LineTotalAmount', 'BT-131'),
    ),
  ),
);

const agreement = node(
  'ram:ApplicableHeaderTradeAgreement',
  text('ram:BuyerReference', 'BT-10'),
  seller,
  buyer,
  node('ram:SellerOrderReferencedDocument', text('ram:IssuerAssignedID', 'BT-14')),
  node('ram:BuyerOrderReferencedDocument', text('ram:IssuerAssignedID', 'BT-13')),
);

/** It must be there, also where nothing is known of the delivery. */
const delivery = kept(
  'ram:ApplicableHeaderTradeDelivery',
  node(
    'ram:ShipToTradeParty',
    text('ram:Name', 'BT-70'),
    address({
      postCode: 'BT-78',
      lines: ['BT-75', 'BT-76'],
      city: 'BT-77',
      country: 'BT-80',
      state: 'BT-79',
    }),
  ),
  node('ram:ActualDeliverySupplyChainEvent', date('ram:OccurrenceDateTime', 'BT-72')),
);

const payment = node(
  'ram:SpecifiedTradeSettlementPaymentMeans',
  text('ram:TypeCode', 'BT-81'),
  text('ram:Information', 'BT-82'),
  node(
    'ram:PayeePartyCreditorFinancialAccount',
    text('ram:IBANID', 'BT-84'),
    text('ram:AccountName', 'BT-85'),
  ),
  node('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', 'BT-86')),
);

const adjustments = [
  each(
    'BG-20',
    'ram:SpecifiedTradeAllowanceCharge',
    indicator('false'),
    text('ram:ActualAmount', 'BT-92'),
    text('ram:ReasonCode', 'BT-98'),
    text('ram:Reason', 'BT-97'),
    tax('ram:CategoryTradeTax', 'BT-95', 'BT-96'),
  ),
  each(
    'BG-21',
    'ram:SpecifiedTradeAllowanceCharge',
    indicator('true'),
    text('ram:ActualAmount', 'BT-99'),
    text('ram:ReasonCode', 'BT-105'),
    text('ram:Reason', 'BT-104'),
    tax('ram:CategoryTradeTax', 'BT-102', 'BT-103'),
  ),
];

const settlement = node(
  'ram:ApplicableHeaderTradeSettlement',
  text('ram:PaymentReference', 'BT-83'),
  text('ram:TaxCurrencyCode', 'BT-6'),
  text('ram:InvoiceCurrencyCode', 'BT-5'),
  payment,
  each(
    'BG-23',
    'ram:ApplicableTradeTax',
    text('ram:CalculatedAmount', 'BT-117'),
    always('ram:TypeCode', 'VAT'),
    text('ram:ExemptionReason', 'BT-120'),
    text('ram:BasisAmount', 'BT-116'),
    text('ram:CategoryCode', 'BT-118'),
    text('ram:ExemptionReasonCode', 'BT-121'),
    text('ram:RateApplicablePercent', 'BT-119'),
  ),
  ...adjustments,
  node('ram:SpecifiedTradePaymentTerms', text('ram:Description', 'BT-20')),
  node(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    text('ram:LineTotalAmount', 'BT-106'),
    text('ram:ChargeTotalAmount', 'BT-108'),
    text('ram:AllowanceTotalAmount', 'BT-107'),
    text('ram:TaxBasisTotalAmount', 'BT-109'),
    text('ram:TaxTotalAmount', 'BT-110', { currencyID: 'BT-5' }),
    text('ram:TaxTotalAmount', 'BT-111', { currencyID: 'BT-6' }),
    text('ram:RoundingAmount', 'BT-114'),
    text('ram:GrandTotalAmount', 'BT-112'),
    text('ram:TotalPrepaidAmount', 'BT-113'),
    text('ram:DuePayableAmount', 'BT-115'),
  ),
  node(
    'ram:InvoiceReferencedDocument',
    text('ram:IssuerAssignedID', 'BT-25'),
    date('ram:FormattedIssueDateTime', 'BT-26', 'qdt'),
  ),
);

const UNCEFACT = 'urn:un:unece:uncefact:data:standard:';

/** An invoice or credit note in CII. */
export const crossIndustryInvoice: ElementBinding = {
  name: 'rsm:CrossIndustryInvoice',
  attributes: {
    'xmlns:rsm': { always: `${UNCEFACT}CrossIndustryInvoice:100` },
    'xmlns:qdt': { always: `${UNCEFACT}QualifiedDataType:100` },
    'xmlns:ram': { always: `${UNCEFACT}ReusableAggregateBusinessInformationEntity:100` },
    'xmlns:udt': { always: `${UNCEFACT}UnqualifiedDataType:100` },
  },
  children: [
    kept(
      'rsm:ExchangedDocumentContext',
      kept('ram:GuidelineSpecifiedDocumentContextParameter', always('ram:ID', GUIDELINE)),
    ),
    node(
      'rsm:ExchangedDocument',
      text('ram:ID', 'BT-1'),
      text('ram:TypeCode', 'BT-3'),
      date('ram:IssueDateTime', 'BT-2'),
      node('ram:IncludedNote', text('ram:Content', 'BT-22')),
    ),
    node('rsm:SupplyChainTradeTransaction', line, agreement, delivery, settlement),
  ],
};
