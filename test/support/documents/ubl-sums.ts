import { findAllElements, readXml, textAt, type XmlNode } from './xml-reader';

/** Cents of an amount with two decimals at most. */
function cents(text: string): number {
  if (!/^-?\d+(\.\d{1,2})?$/.test(text)) throw new Error(`${text} is no amount`);
  return Math.round(Number(text) * 100);
}

const amountAt = (node: XmlNode, path: string): number => {
  const text = textAt(node, path);
  return text === '' ? 0 : cents(text);
};
const sumAt = (nodes: readonly XmlNode[], path: string): number =>
  nodes.reduce((whole, node) => whole + amountAt(node, path), 0);

/** Category and rate of an allowance, charge, line or breakdown. */
const toVatKey = (node: XmlNode, path: string): string =>
  `${textAt(node, `${path}/cbc:ID`)} ${textAt(node, `${path}/cbc:Percent`)}`;

/** The amounts of the totals of an invoice or credit note in UBL, in cents. */
export interface UblTotals {
  readonly exclusive: number;
  readonly tax: number;
  readonly prepaid: number;
  readonly payable: number;
}

/**
 * Adds an invoice or credit note in UBL up by itself, by the equations of EN 16931.
 * @returns the rules that it breaks, and its totals
 */
export function checkUblSums(xml: string): { broken: string[]; totals: UblTotals } {
  const root = readXml(xml);
  const isInvoice = root.name === 'Invoice';
  const lines = findAllElements(root, isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine');
  const adjustments = findAllElements(root, 'cac:AllowanceCharge');
  const of = (indicator: string): XmlNode[] =>
    adjustments.filter((one) => textAt(one, 'cbc:ChargeIndicator') === indicator);
  const total = (name: string): number => amountAt(root, `cac:LegalMonetaryTotal/cbc:${name}`);
  const groups = findAllElements(root, 'cac:TaxTotal/cac:TaxSubtotal');
  const tax = amountAt(root, 'cac:TaxTotal/cbc:TaxAmount');
  const totals = {
    exclusive: total('TaxExclusiveAmount'),
    tax,
    prepaid: total('PrepaidAmount'),
    payable: total('PayableAmount'),
  };
  const rules: Record<string, boolean> = {
    'BR-16': lines.length > 0,
    'BR-CO-10': total('LineExtensionAmount') === sumAt(lines, 'cbc:LineExtensionAmount'),
    'BR-CO-11': total('AllowanceTotalAmount') === sumAt(of('false'), 'cbc:Amount'),
    'BR-CO-12': total('ChargeTotalAmount') === sumAt(of('true'), 'cbc:Amount'),
    'BR-CO-13':
      totals.exclusive ===
      total('LineExtensionAmount') - total('AllowanceTotalAmount') + total('ChargeTotalAmount'),
    'BR-CO-14': tax === sumAt(groups, 'cbc:TaxAmount'),
    'BR-CO-15': total('TaxInclusiveAmount') === totals.exclusive + tax,
    'BR-CO-16':
      totals.payable ===
      total('TaxInclusiveAmount') - totals.prepaid + total('PayableRoundingAmount'),
    'BR-CO-17': groups.every((group) => {
      const rate = Number(textAt(group, 'cac:TaxCategory/cbc:Percent')) / 100;
      const off = amountAt(group, 'cbc:TaxAmount') - amountAt(group, 'cbc:TaxableAmount') * rate;
      return Math.abs(off) < 100;
    }),
    'BR-S-08': groups.every((group) => {
      const vat = toVatKey(group, 'cac:TaxCategory');
      const own = (nodes: readonly XmlNode[], path: string): XmlNode[] =>
        nodes.filter((node) => toVatKey(node, path) === vat);
      const expected =
        sumAt(own(lines, 'cac:Item/cac:ClassifiedTaxCategory'), 'cbc:LineExtensionAmount') +
        sumAt(own(of('true'), 'cac:TaxCategory'), 'cbc:Amount') -
        sumAt(own(of('false'), 'cac:TaxCategory'), 'cbc:Amount');
      return amountAt(group, 'cbc:TaxableAmount') === expected;
    }),
    'line = price x quantity - allowances': lines.every((line) => {
      const quantity = Number(
        textAt(line, isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity'),
      );
      const each = Number(textAt(line, 'cac:Price/cbc:BaseQuantity') || 1);
      const price = Number(textAt(line, 'cac:Price/cbc:PriceAmount')) / each;
      const allowances = sumAt(findAllElements(line, 'cac:AllowanceCharge'), 'cbc:Amount');
      const off = amountAt(line, 'cbc:LineExtensionAmount') + allowances - quantity * price * 100;
      // Peppol's slack is two cents.
      return Math.abs(off) <= 2.0001;
    }),
  };
  const broken = Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
  return { broken, totals };
}

/** Lists rate, taxable amount and tax of the groups of an invoice or credit note in UBL. */
export function listUblTaxGroups(xml: string): number[][] {
  return findAllElements(readXml(xml), 'cac:TaxTotal/cac:TaxSubtotal').map((one) =>
    ['cac:TaxCategory/cbc:Percent', 'cbc:TaxableAmount', 'cbc:TaxAmount'].map((path) =>
      Number(textAt(one, path)),
    ),
  );
}
