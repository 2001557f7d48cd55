import type { BusinessTerm } from './business-terms';
import {
  constantElement,
  repeatedElement,
  type ElementBinding,
  requiredElement,
  parentElement,
  textElement,
  type ElementValue,
} from './element-binding';

// UN/CEFACT CII (D16B): elements in the order of the schema, with their terms.

const GUIDELINE_ID = 'urn:cen.eu:en16931:2017';

/** Code of the date format `YYYYMMDD`. */
const DATE_FORMAT_CODE = '102';

function dateElement(name: string, term: BusinessTerm, prefix = 'udt'): ElementBinding {
  const format: ElementValue = { constant: DATE_FORMAT_CODE };
  return parentElement(name, {
    ...textElement(`${prefix}:DateTimeString`, term, { format }),
    isCompactDate: true,
  });
}

function chargeIndicatorElement(value: 'true' | 'false'): ElementBinding {
  return requiredElement('ram:ChargeIndicator', constantElement('udt:Indicator', value));
}

function taxElement(name: string, code: BusinessTerm, rate: BusinessTerm): ElementBinding {
  return parentElement(
    name,
    constantElement('ram:TypeCode', 'VAT'),
    textElement('ram:CategoryCode', code),
    textElement('ram:RateApplicablePercent', rate),
  );
}

interface AddressTerms {
  readonly postCode: BusinessTerm;
  readonly lines: readonly BusinessTerm[];
  readonly city: BusinessTerm;
  readonly country: BusinessTerm;
  readonly state: BusinessTerm;
}

function addressElement({ postCode, lines, city, country, state }: AddressTerms): ElementBinding {
  const names = ['ram:LineOne', 'ram:LineTwo'];
  return parentElement(
    'ram:PostalTradeAddress',
    textElement('ram:PostcodeCode', postCode),
    ...lines.map((term, index) => textElement(names[index] ?? '', term)),
    textElement('ram:CityName', city),
    textElement('ram:CountryID', country),
    textElement('ram:CountrySubDivisionName', state),
  );
}

function contactElement(
  phone: BusinessTerm,
  email: BusinessTerm,
  ...person: readonly ElementBinding[]
): ElementBinding {
  return parentElement(
    'ram:DefinedTradeContact',
    ...person,
    parentElement('ram:TelephoneUniversalCommunication', textElement('ram:CompleteNumber', phone)),
    parentElement('ram:EmailURIUniversalCommunication', textElement('ram:URIID', email)),
  );
}

const seller = parentElement(
  'ram:SellerTradeParty',
  textElement('ram:Name', 'BT-27'),
  parentElement(
    'ram:SpecifiedLegalOrganization',
    textElement('ram:ID', 'BT-30', { schemeID: 'BT-30-1' }),
    textElement('ram:TradingBusinessName', 'BT-28'),
  ),
  contactElement('BT-42', 'BT-43'),
  addressElement({
    postCode: 'BT-38',
    lines: ['BT-35'],
    city: 'BT-37',
    country: 'BT-40',
    state: 'BT-39',
  }),
  parentElement(
    'ram:URIUniversalCommunication',
    textElement('ram:URIID', 'BT-34', { schemeID: 'BT-34-1' }),
  ),
  parentElement(
    'ram:SpecifiedTaxRegistration',
    textElement('ram:ID', 'BT-31', { schemeID: { constant: 'VA' } }),
  ),
);

const buyer = parentElement(
  'ram:BuyerTradeParty',
  textElement('ram:ID', 'BT-46'),
  textElement('ram:Name', 'BT-44'),
  parentElement(
    'ram:SpecifiedLegalOrganization',
    textElement('ram:ID', 'BT-47', { schemeID: 'BT-47-1' }),
  ),
  contactElement('BT-57', 'BT-58', textElement('ram:PersonName', 'BT-56')),
  addressElement({
    postCode: 'BT-53',
    lines: ['BT-50', 'BT-51'],
    city: 'BT-52',
    country: 'BT-55',
    state: 'BT-54',
  }),
  parentElement(
    'ram:URIUniversalCommunication',
    textElement('ram:URIID', 'BT-49', { schemeID: 'BT-49-1' }),
  ),
  parentElement(
    'ram:SpecifiedTaxRegistration',
    textElement('ram:ID', 'BT-48', { schemeID: { constant: 'VA' } }),
  ),
);

const line = repeatedElement(
  'BG-25',
  'ram:IncludedSupplyChainTradeLineItem',
  parentElement(
    'ram:AssociatedDocumentLineDocument',
    textElement('ram:LineID', 'BT-126'),
    parentElement('ram:IncludedNote', textElement('ram:Content', 'BT-127')),
  ),
  parentElement(
    'ram:SpecifiedTradeProduct',
    textElement('ram:GlobalID', 'BT-157', { schemeID: 'BT-157-1' }),
    textElement('ram:SellerAssignedID', 'BT-155'),
    textElement('ram:Name', 'BT-153'),
    repeatedElement(
      'BG-32',
      'ram:ApplicableProductCharacteristic',
      textElement('ram:Description', 'BT-160'),
      textElement('ram:Value', 'BT-161'),
    ),
  ),
  parentElement(
    'ram:SpecifiedLineTradeAgreement',
    parentElement(
      'ram:NetPriceProductTradePrice',
      textElement('ram:ChargeAmount', 'BT-146'),
      textElement('ram:BasisQuantity', 'BT-149', { unitCode: 'BT-150' }),
    ),
  ),
  parentElement(
    'ram:SpecifiedLineTradeDelivery',
    textElement('ram:BilledQuantity', 'BT-129', { unitCode: 'BT-130' }),
  ),
  parentElement(
    'ram:SpecifiedLineTradeSettlement',
    taxElement('ram:ApplicableTradeTax', 'BT-151', 'BT-152'),
    repeatedElement(
      'BG-27',
      'ram:SpecifiedTradeAllowanceCharge',
      chargeIndicatorElement('false'),
      textElement('ram:ActualAmount', 'BT-136'),
      textElement('ram:ReasonCode', 'BT-140'),
      textElement('ram:Reason', 'BT-139'),
    ),
    parentElement(
      'ram:SpecifiedTradeSettlementLineMonetarySummation',
      textElement('ram:LineTotalAmount', 'BT-131'),
    ),
  ),
);

const agreement = parentElement(
  'ram:ApplicableHeaderTradeAgreement',
  textElement('ram:BuyerReference', 'BT-10'),
  seller,
  buyer,
  parentElement('ram:SellerOrderReferencedDocument', textElement('ram:IssuerAssignedID', 'BT-14')),
  parentElement('ram:BuyerOrderReferencedDocument', textElement('ram:IssuerAssignedID', 'BT-13')),
);

/** Mandatory, even without any data about the delivery. */
const delivery = requiredElement(
  'ram:ApplicableHeaderTradeDelivery',
  parentElement(
    'ram:ShipToTradeParty',
    textElement('ram:Name', 'BT-70'),
    addressElement({
      postCode: 'BT-78',
      lines: ['BT-75', 'BT-76'],
      city: 'BT-77',
      country: 'BT-80',
      state: 'BT-79',
    }),
  ),
  parentElement(
    'ram:ActualDeliverySupplyChainEvent',
    dateElement('ram:OccurrenceDateTime', 'BT-72'),
  ),
);

const paymentMeans = parentElement(
  'ram:SpecifiedTradeSettlementPaymentMeans',
  textElement('ram:TypeCode', 'BT-81'),
  textElement('ram:Information', 'BT-82'),
  parentElement(
    'ram:PayeePartyCreditorFinancialAccount',
    textElement('ram:IBANID', 'BT-84'),
    textElement('ram:AccountName', 'BT-85'),
  ),
  parentElement(
    'ram:PayeeSpecifiedCreditorFinancialInstitution',
    textElement('ram:BICID', 'BT-86'),
  ),
);

const allowancesAndCharges = [
  repeatedElement(
    'BG-20',
    'ram:SpecifiedTradeAllowanceCharge',
    chargeIndicatorElement('false'),
    textElement('ram:ActualAmount', 'BT-92'),
    textElement('ram:ReasonCode', 'BT-98'),
    textElement('ram:Reason', 'BT-97'),
    taxElement('ram:CategoryTradeTax', 'BT-95', 'BT-96'),
  ),
  repeatedElement(
    'BG-21',
    'ram:SpecifiedTradeAllowanceCharge',
    chargeIndicatorElement('true'),
    textElement('ram:ActualAmount', 'BT-99'),
    textElement('ram:ReasonCode', 'BT-105'),
    textElement('ram:Reason', 'BT-104'),
    taxElement('ram:CategoryTradeTax', 'BT-102', 'BT-103'),
  ),
];

const settlement = parentElement(
  'ram:ApplicableHeaderTradeSettlement',
  textElement('ram:PaymentReference', 'BT-83'),
  textElement('ram:TaxCurrencyCode', 'BT-6'),
  textElement('ram:InvoiceCurrencyCode', 'BT-5'),
  paymentMeans,
  repeatedElement(
    'BG-23',
    'ram:ApplicableTradeTax',
    textElement('ram:CalculatedAmount', 'BT-117'),
    constantElement('ram:TypeCode', 'VAT'),
    textElement('ram:ExemptionReason', 'BT-120'),
    textElement('ram:BasisAmount', 'BT-116'),
    textElement('ram:CategoryCode', 'BT-118'),
    textElement('ram:ExemptionReasonCode', 'BT-121'),
    textElement('ram:RateApplicablePercent', 'BT-119'),
  ),
  ...allowancesAndCharges,
  parentElement('ram:SpecifiedTradePaymentTerms', textElement('ram:Description', 'BT-20')),
  parentElement(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    textElement('ram:LineTotalAmount', 'BT-106'),
    textElement('ram:ChargeTotalAmount', 'BT-108'),
    textElement('ram:AllowanceTotalAmount', 'BT-107'),
    textElement('ram:TaxBasisTotalAmount', 'BT-109'),
    textElement('ram:TaxTotalAmount', 'BT-110', { currencyID: 'BT-5' }),
    textElement('ram:TaxTotalAmount', 'BT-111', { currencyID: 'BT-6' }),
    textElement('ram:RoundingAmount', 'BT-114'),
    textElement('ram:GrandTotalAmount', 'BT-112'),
    textElement('ram:TotalPrepaidAmount', 'BT-113'),
    textElement('ram:DuePayableAmount', 'BT-115'),
  ),
  parentElement(
    'ram:InvoiceReferencedDocument',
    textElement('ram:IssuerAssignedID', 'BT-25'),
    dateElement('ram:FormattedIssueDateTime', 'BT-26', 'qdt'),
  ),
);

const UNCEFACT_NAMESPACE_PREFIX = 'urn:un:unece:uncefact:data:standard:';

/** An invoice or credit note in CII. */
export const crossIndustryInvoice: ElementBinding = {
  name: 'rsm:CrossIndustryInvoice',
  attributes: {
    'xmlns:rsm': { constant: `${UNCEFACT_NAMESPACE_PREFIX}CrossIndustryInvoice:100` },
    'xmlns:qdt': { constant: `${UNCEFACT_NAMESPACE_PREFIX}QualifiedDataType:100` },
    'xmlns:ram': {
      constant: `${UNCEFACT_NAMESPACE_PREFIX}ReusableAggregateBusinessInformationEntity:100`,
    },
    'xmlns:udt': { constant: `${UNCEFACT_NAMESPACE_PREFIX}UnqualifiedDataType:100` },
  },
  children: [
    requiredElement(
      'rsm:ExchangedDocumentContext',
      requiredElement(
        'ram:GuidelineSpecifiedDocumentContextParameter',
        constantElement('ram:ID', GUIDELINE_ID),
      ),
    ),
    parentElement(
      'rsm:ExchangedDocument',
      textElement('ram:ID', 'BT-1'),
      textElement('ram:TypeCode', 'BT-3'),
      dateElement('ram:IssueDateTime', 'BT-2'),
      parentElement('ram:IncludedNote', textElement('ram:Content', 'BT-22')),
    ),
    parentElement('rsm:SupplyChainTradeTransaction', line, agreement, delivery, settlement),
  ],
};
