import type { EDocumentTerms } from './business-terms';
import type { BusinessTerm } from './business-terms';
import {
  constantElement,
  repeatedElement,
  type ElementBinding,
  requiredElement,
  parentElement,
  textElement,
} from './element-binding';

// UBL 2.1 with the identifiers of Peppol BIS Billing 3.0: elements in the order of the schema, with their terms.

const CUSTOMIZATION_ID =
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE_ID = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** Text of a mandatory element without a value. */
const NOT_AVAILABLE = 'NA';

function amountElement(
  name: string,
  term: BusinessTerm,
  currency: BusinessTerm = 'BT-5',
): ElementBinding {
  return textElement(name, term, { currencyID: currency });
}

const vatScheme = requiredElement('cac:TaxScheme', constantElement('cbc:ID', 'VAT'));

function taxCategoryElement(
  name: string,
  code: BusinessTerm,
  rate: BusinessTerm,
  ...reasons: readonly ElementBinding[]
): ElementBinding {
  return parentElement(
    name,
    textElement('cbc:ID', code),
    textElement('cbc:Percent', rate),
    ...reasons,
    vatScheme,
  );
}

const seller = parentElement(
  'cac:AccountingSupplierParty',
  parentElement(
    'cac:Party',
    textElement('cbc:EndpointID', 'BT-34', { schemeID: 'BT-34-1' }),
    parentElement('cac:PartyName', textElement('cbc:Name', 'BT-28')),
    parentElement(
      'cac:PostalAddress',
      textElement('cbc:StreetName', 'BT-35'),
      textElement('cbc:CityName', 'BT-37'),
      textElement('cbc:PostalZone', 'BT-38'),
      textElement('cbc:CountrySubentity', 'BT-39'),
      parentElement('cac:Country', textElement('cbc:IdentificationCode', 'BT-40')),
    ),
    parentElement('cac:PartyTaxScheme', textElement('cbc:CompanyID', 'BT-31'), vatScheme),
    parentElement(
      'cac:PartyLegalEntity',
      textElement('cbc:RegistrationName', 'BT-27'),
      textElement('cbc:CompanyID', 'BT-30', { schemeID: 'BT-30-1' }),
    ),
    parentElement(
      'cac:Contact',
      textElement('cbc:Telephone', 'BT-42'),
      textElement('cbc:ElectronicMail', 'BT-43'),
    ),
  ),
);

const buyer = parentElement(
  'cac:AccountingCustomerParty',
  parentElement(
    'cac:Party',
    textElement('cbc:EndpointID', 'BT-49', { schemeID: 'BT-49-1' }),
    parentElement('cac:PartyIdentification', textElement('cbc:ID', 'BT-46')),
    parentElement(
      'cac:PostalAddress',
      textElement('cbc:StreetName', 'BT-50'),
      textElement('cbc:AdditionalStreetName', 'BT-51'),
      textElement('cbc:CityName', 'BT-52'),
      textElement('cbc:PostalZone', 'BT-53'),
      textElement('cbc:CountrySubentity', 'BT-54'),
      parentElement('cac:Country', textElement('cbc:IdentificationCode', 'BT-55')),
    ),
    parentElement('cac:PartyTaxScheme', textElement('cbc:CompanyID', 'BT-48'), vatScheme),
    parentElement(
      'cac:PartyLegalEntity',
      textElement('cbc:RegistrationName', 'BT-44'),
      textElement('cbc:CompanyID', 'BT-47', { schemeID: 'BT-47-1' }),
    ),
    parentElement(
      'cac:Contact',
      textElement('cbc:Name', 'BT-56'),
      textElement('cbc:Telephone', 'BT-57'),
      textElement('cbc:ElectronicMail', 'BT-58'),
    ),
  ),
);

const delivery = parentElement(
  'cac:Delivery',
  textElement('cbc:ActualDeliveryDate', 'BT-72'),
  parentElement(
    'cac:DeliveryLocation',
    parentElement(
      'cac:Address',
      textElement('cbc:StreetName', 'BT-75'),
      textElement('cbc:AdditionalStreetName', 'BT-76'),
      textElement('cbc:CityName', 'BT-77'),
      textElement('cbc:PostalZone', 'BT-78'),
      textElement('cbc:CountrySubentity', 'BT-79'),
      parentElement('cac:Country', textElement('cbc:IdentificationCode', 'BT-80')),
    ),
  ),
  parentElement(
    'cac:DeliveryParty',
    parentElement('cac:PartyName', textElement('cbc:Name', 'BT-70')),
  ),
);

const paymentMeans = parentElement(
  'cac:PaymentMeans',
  textElement('cbc:PaymentMeansCode', 'BT-81', { name: 'BT-82' }),
  textElement('cbc:PaymentID', 'BT-83'),
  parentElement(
    'cac:PayeeFinancialAccount',
    textElement('cbc:ID', 'BT-84'),
    textElement('cbc:Name', 'BT-85'),
    parentElement('cac:FinancialInstitutionBranch', textElement('cbc:ID', 'BT-86')),
  ),
);

const allowancesAndCharges = [
  repeatedElement(
    'BG-20',
    'cac:AllowanceCharge',
    constantElement('cbc:ChargeIndicator', 'false'),
    textElement('cbc:AllowanceChargeReasonCode', 'BT-98'),
    textElement('cbc:AllowanceChargeReason', 'BT-97'),
    amountElement('cbc:Amount', 'BT-92'),
    taxCategoryElement('cac:TaxCategory', 'BT-95', 'BT-96'),
  ),
  repeatedElement(
    'BG-21',
    'cac:AllowanceCharge',
    constantElement('cbc:ChargeIndicator', 'true'),
    textElement('cbc:AllowanceChargeReasonCode', 'BT-105'),
    textElement('cbc:AllowanceChargeReason', 'BT-104'),
    amountElement('cbc:Amount', 'BT-99'),
    taxCategoryElement('cac:TaxCategory', 'BT-102', 'BT-103'),
  ),
];

const totals = [
  parentElement(
    'cac:TaxTotal',
    amountElement('cbc:TaxAmount', 'BT-110'),
    repeatedElement(
      'BG-23',
      'cac:TaxSubtotal',
      amountElement('cbc:TaxableAmount', 'BT-116'),
      amountElement('cbc:TaxAmount', 'BT-117'),
      taxCategoryElement(
        'cac:TaxCategory',
        'BT-118',
        'BT-119',
        textElement('cbc:TaxExemptionReasonCode', 'BT-121'),
        textElement('cbc:TaxExemptionReason', 'BT-120'),
      ),
    ),
  ),
  parentElement('cac:TaxTotal', amountElement('cbc:TaxAmount', 'BT-111', 'BT-6')),
  parentElement(
    'cac:LegalMonetaryTotal',
    amountElement('cbc:LineExtensionAmount', 'BT-106'),
    amountElement('cbc:TaxExclusiveAmount', 'BT-109'),
    amountElement('cbc:TaxInclusiveAmount', 'BT-112'),
    amountElement('cbc:AllowanceTotalAmount', 'BT-107'),
    amountElement('cbc:ChargeTotalAmount', 'BT-108'),
    amountElement('cbc:PrepaidAmount', 'BT-113'),
    amountElement('cbc:PayableRoundingAmount', 'BT-114'),
    amountElement('cbc:PayableAmount', 'BT-115'),
  ),
];

function lineElement(name: string, quantity: string): ElementBinding {
  return repeatedElement(
    'BG-25',
    name,
    textElement('cbc:ID', 'BT-126'),
    textElement('cbc:Note', 'BT-127'),
    textElement(quantity, 'BT-129', { unitCode: 'BT-130' }),
    amountElement('cbc:LineExtensionAmount', 'BT-131'),
    repeatedElement(
      'BG-27',
      'cac:AllowanceCharge',
      constantElement('cbc:ChargeIndicator', 'false'),
      textElement('cbc:AllowanceChargeReasonCode', 'BT-140'),
      textElement('cbc:AllowanceChargeReason', 'BT-139'),
      amountElement('cbc:Amount', 'BT-136'),
    ),
    parentElement(
      'cac:Item',
      textElement('cbc:Name', 'BT-153'),
      parentElement('cac:SellersItemIdentification', textElement('cbc:ID', 'BT-155')),
      parentElement(
        'cac:StandardItemIdentification',
        textElement('cbc:ID', 'BT-157', { schemeID: 'BT-157-1' }),
      ),
      taxCategoryElement('cac:ClassifiedTaxCategory', 'BT-151', 'BT-152'),
      repeatedElement(
        'BG-32',
        'cac:AdditionalItemProperty',
        textElement('cbc:Name', 'BT-160'),
        textElement('cbc:Value', 'BT-161'),
      ),
    ),
    parentElement(
      'cac:Price',
      amountElement('cbc:PriceAmount', 'BT-146'),
      textElement('cbc:BaseQuantity', 'BT-149', { unitCode: 'BT-150' }),
    ),
  );
}

/** A sales order needs a purchase order in the schema, so a missing one gets a placeholder. */
const orderReferenceElement = (terms: EDocumentTerms['terms']): ElementBinding =>
  parentElement(
    'cac:OrderReference',
    terms['BT-13'] === undefined
      ? constantElement('cbc:ID', NOT_AVAILABLE)
      : textElement('cbc:ID', 'BT-13'),
    textElement('cbc:SalesOrderID', 'BT-14'),
  );

const precedingInvoice = parentElement(
  'cac:BillingReference',
  parentElement(
    'cac:InvoiceDocumentReference',
    textElement('cbc:ID', 'BT-25'),
    textElement('cbc:IssueDate', 'BT-26'),
  ),
);

/** Creates the binding of an invoice or credit note in UBL. */
export function toUblDocument({ kind, terms }: EDocumentTerms): ElementBinding {
  const root = kind === 'invoice' ? 'Invoice' : 'CreditNote';
  const attributes = {
    xmlns: { constant: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2` },
    'xmlns:cac': {
      constant: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    },
    'xmlns:cbc': {
      constant: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
  };
  const children = [
    constantElement('cbc:CustomizationID', CUSTOMIZATION_ID),
    constantElement('cbc:ProfileID', PROFILE_ID),
    textElement('cbc:ID', 'BT-1'),
    textElement('cbc:IssueDate', 'BT-2'),
    textElement(`cbc:${root}TypeCode`, 'BT-3'),
    textElement('cbc:Note', 'BT-22'),
    textElement('cbc:DocumentCurrencyCode', 'BT-5'),
    textElement('cbc:TaxCurrencyCode', 'BT-6'),
    textElement('cbc:BuyerReference', 'BT-10'),
    orderReferenceElement(terms),
    precedingInvoice,
    seller,
    buyer,
    delivery,
    paymentMeans,
    parentElement('cac:PaymentTerms', textElement('cbc:Note', 'BT-20')),
    ...allowancesAndCharges,
    ...totals,
    kind === 'invoice'
      ? lineElement('cac:InvoiceLine', 'cbc:InvoicedQuantity')
      : lineElement('cac:CreditNoteLine', 'cbc:CreditedQuantity'),
  ];
  return { name: root, attributes, children };
}
