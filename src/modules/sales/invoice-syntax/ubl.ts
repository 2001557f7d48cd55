import type { EDocument } from './business-terms';
import type { Term } from './business-terms';
import { always, each, type ElementBinding, kept, node, text } from './binding';

// UBL 2.1 with the identifiers of Peppol BIS Billing 3.0: elements in the order of the schema, and their terms.

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** Where an element must be there, and nothing is known. */
const NOT_AVAILABLE = 'NA';

function money(name: string, term: Term, currency: Term = 'BT-5'): ElementBinding {
  return text(name, term, { currencyID: currency });
}

const vatScheme = kept('cac:TaxScheme', always('cbc:ID', 'VAT'));

function category(name: string, code: Term, rate: Term, ...reasons: readonly ElementBinding[]): ElementBinding {
  return node(name, text('cbc:ID', code), text('cbc:Percent', rate), ...reasons, vatScheme);
}

const seller = node(
  'cac:AccountingSupplierParty',
  node(
    'cac:Party',
    text('cbc:EndpointID', 'BT-34', { schemeID: 'BT-34-1' }),
    node('cac:PartyName', text('cbc:Name', 'BT-28')),
    node(
      'cac:PostalAddress',
      text('cbc:StreetName', 'BT-35'),
      text('cbc:CityName', 'BT-37'),
      text('cbc:PostalZone', 'BT-38'),
      text('cbc:CountrySubentity', 'BT-39'),
      node('cac:Country', text('cbc:IdentificationCode', 'BT-40')),
    ),
    node('cac:PartyTaxScheme', text('cbc:CompanyID', 'BT-31'), vatScheme),
    node(
      'cac:PartyLegalEntity',
      text('cbc:RegistrationName', 'BT-27'),
      text('cbc:CompanyID', 'BT-30', { schemeID: 'BT-30-1' }),
    ),
    node('cac:Contact', text('cbc:Telephone', 'BT-42'), text('cbc:ElectronicMail', 'BT-43')),
  ),
);

const buyer = node(
  'cac:AccountingCustomerParty',
  node(
    'cac:Party',
    text('cbc:EndpointID', 'BT-49', { schemeID: 'BT-49-1' }),
    node('cac:PartyIdentification', text('cbc:ID', 'BT-46')),
    node(
      'cac:PostalAddress',
      text('cbc:StreetName', 'BT-50'),
      text('cbc:AdditionalStreetName', 'BT-51'),
      text('cbc:CityName', 'BT-52'),
      text('cbc:PostalZone', 'BT-53'),
      text('cbc:CountrySubentity', 'BT-54'),
      node('cac:Country', text('cbc:IdentificationCode', 'BT-55')),
    ),
    node('cac:PartyTaxScheme', text('cbc:CompanyID', 'BT-48'), vatScheme),
    node(
      'cac:PartyLegalEntity',
      text('cbc:RegistrationName', 'BT-44'),
      text('cbc:CompanyID', 'BT-47', { schemeID: 'BT-47-1' }),
    ),
    node(
      'cac:Contact',
      text('cbc:Name', 'BT-56'),
      text('cbc:Telephone', 'BT-57'),
      text('cbc:ElectronicMail', 'BT-58'),
    ),
  ),
);

const delivery = node(
  'cac:Delivery',
  text('cbc:ActualDeliveryDate', 'BT-72'),
  node(
    'cac:DeliveryLocation',
    node(
      'cac:Address',
      text('cbc:StreetName', 'BT-75'),
      text('cbc:AdditionalStreetName', 'BT-76'),
      text('cbc:CityName', 'BT-77'),
      text('cbc:PostalZone', 'BT-78'),
      text('cbc:CountrySubentity', 'BT-79'),
      node('cac:Country', text('cbc:IdentificationCode', 'BT-80')),
    ),
  ),
  node('cac:DeliveryParty', node('cac:PartyName', text('cbc:Name', 'BT-70'))),
);

const payment = node(
  'cac:PaymentMeans',
  text('cbc:PaymentMeansCode', 'BT-81', { name: 'BT-82' }),
  text('cbc:PaymentID', 'BT-83'),
  node(
    'cac:PayeeFinancialAccount',
    text('cbc:ID', 'BT-84'),
    text('cbc:Name', 'BT-85'),
    node('cac:FinancialInstitutionBranch', text('cbc:ID', 'BT-86')),
  ),
);

const adjustments = [
  each(
    'BG-20',
    'cac:AllowanceCharge',
    always('cbc:ChargeIndicator', 'false'),
    text('cbc:AllowanceChargeReasonCode', 'BT-98'),
    text('cbc:AllowanceChargeReason', 'BT-97'),
    money('cbc:Amount', 'BT-92'),
    category('cac:TaxCategory', 'BT-95', 'BT-96'),
  ),
  each(
    'BG-21',
    'cac:AllowanceCharge',
    always('cbc:ChargeIndicator', 'true'),
    text('cbc:AllowanceChargeReasonCode', 'BT-105'),
    text('cbc:AllowanceChargeReason', 'BT-104'),
    money('cbc:Amount', 'BT-99'),
    category('cac:TaxCategory', 'BT-102', 'BT-103'),
  ),
];

const totals = [
  node(
    'cac:TaxTotal',
    money('cbc:TaxAmount', 'BT-110'),
    each(
      'BG-23',
      'cac:TaxSubtotal',
      money('cbc:TaxableAmount', 'BT-116'),
      money('cbc:TaxAmount', 'BT-117'),
      category(
        'cac:TaxCategory',
        'BT-118',
        'BT-119',
        text('cbc:TaxExemptionReasonCode', 'BT-121'),
        text('cbc:TaxExemptionReason', 'BT-120'),
      ),
    ),
  ),
  node('cac:TaxTotal', money('cbc:TaxAmount', 'BT-111', 'BT-6')),
  node(
    'cac:LegalMonetaryTotal',
    money('cbc:LineExtensionAmount', 'BT-106'),
    money('cbc:TaxExclusiveAmount', 'BT-109'),
    money('cbc:TaxInclusiveAmount', 'BT-112'),
    money('cbc:AllowanceTotalAmount', 'BT-107'),
    money('cbc:ChargeTotalAmount', 'BT-108'),
    money('cbc:PrepaidAmount', 'BT-113'),
    money('cbc:PayableRoundingAmount', 'BT-114'),
    money('cbc:PayableAmount', 'BT-115'),
  ),
];

function line(name: string, quantity: string): ElementBinding {
  return each(
    'BG-25',
    name,
    text('cbc:ID', 'BT-126'),
    text('cbc:Note', 'BT-127'),
    text(quantity, 'BT-129', { unitCode: 'BT-130' }),
    money('cbc:LineExtensionAmount', 'BT-131'),
    each(
      'BG-27',
      'cac:AllowanceCharge',
      always('cbc:ChargeIndicator', 'false'),
      text('cbc:AllowanceChargeReasonCode', 'BT-140'),
      text('cbc:AllowanceChargeReason', 'BT-139'),
      money('cbc:Amount', 'BT-136'),
    ),
    node(
      'cac:Item',
      text('cbc:Name', 'BT-153'),
      node('cac:SellersItemIdentification', text('cbc:ID', 'BT-155')),
      node('cac:StandardItemIdentification', text('cbc:ID', 'BT-157', { schemeID: 'BT-157-1' })),
      category('cac:ClassifiedTaxCategory', 'BT-151', 'BT-152'),
      each(
        'BG-32',
        'cac:AdditionalItemProperty',
        text('cbc:Name', 'BT-160'),
        text('cbc:Value', 'BT-161'),
      ),
    ),
    node(
      'cac:Price',
      money('cbc:PriceAmount', 'BT-146'),
      text('cbc:BaseQuantity', 'BT-149', { unitCode: 'BT-150' }),
    ),
  );
}

/** Of a sales order without a purchase order the schema wants both. */
const orderReference = (terms: EDocument['terms']): ElementBinding =>
  node(
    'cac:OrderReference',
    terms['BT-13'] === undefined ? always('cbc:ID', NOT_AVAILABLE) : text('cbc:ID', 'BT-13'),
    text('cbc:SalesOrderID', 'BT-14'),
  );

const correctedInvoice = node(
  'cac:BillingReference',
  node('cac:InvoiceDocumentReference', text('cbc:ID', 'BT-25'), text('cbc:IssueDate', 'BT-26')),
);

/** An invoice or credit note in UBL. */
export function toUblDocument({ kind, terms }: EDocument): ElementBinding {
  const root = kind === 'invoice' ? 'Invoice' : 'CreditNote';
  const attributes = {
    xmlns: { always: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2` },
    'xmlns:cac': {
      always: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    },
    'xmlns:cbc': { always: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2' },
  };
  const children = [
    always('cbc:CustomizationID', CUSTOMIZATION),
    always('cbc:ProfileID', PROFILE),
    text('cbc:ID', 'BT-1'),
    text('cbc:IssueDate', 'BT-2'),
    text(`cbc:${root}TypeCode`, 'BT-3'),
    text('cbc:Note', 'BT-22'),
    text('cbc:DocumentCurrencyCode', 'BT-5'),
    text('cbc:TaxCurrencyCode', 'BT-6'),
    text('cbc:BuyerReference', 'BT-10'),
    orderReference(terms),
    correctedInvoice,
    seller,
    buyer,
    delivery,
    payment,
    node('cac:PaymentTerms', text('cbc:Note', 'BT-20')),
    ...adjustments,
    ...totals,
    kind === 'invoice'
      ? line('cac:InvoiceLine', 'cbc:InvoicedQuantity')
      : line('cac:CreditNoteLine', 'cbc:CreditedQuantity'),
  ];
  return { name: root, attributes, children };
}
