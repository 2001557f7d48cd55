import { all, readXml, textAt, type XmlNode } from './xml-reader';

/** Cents of an amount with two decimals at most. */
function cents(text: string): number {
  if (!/^-?\d+(\.\d{1,2})?$/.test(text)) throw new Error(`${text} is no amount`);
  return Math.round(Number(text) * 100);
}

const at = (node: XmlNode, path: string): number => {
  const text = textAt(node, path);
  return text === '' ? 0 : cents(text);
};
const sum = (nodes: readonly XmlNode[], path: string): number =>
  nodes.reduce((whole, node) => whole + at(node, path), 0);

/** What category and rate an allowance, charge, line or breakdown has. */
const vatOf = (node: XmlNode, path: string): string =>
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
export function addedUp(xml: string): { broken: string[]; totals: UblTotals } {
  const root = readXml(xml);
  const isInvoice = root.name === 'Invoice';
  const lines = all(root, isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine');
  const adjustments = all(root, 'cac:AllowanceCharge');
  const of = (indicator: string): XmlNode[] =>
    adjustments.filter((one) => textAt(one, 'cbc:ChargeIndicator') === indicator);
  const total = (name: string): number => at(root, `cac:LegalMonetaryTotal/cbc:${name}`);
  const groups = all(root, 'cac:TaxTotal/cac:TaxSubtotal');
  const tax = at(root, 'cac:TaxTotal/cbc:TaxAmount');
  const totals = {
    exclusive: total('TaxExclusiveAmount'),
    tax,
    prepaid: total('PrepaidAmount'),
    payable: total('PayableAmount'),
  };
  const rules: Record<string, boolean> = {
    'BR-16': lines.length > 0,
    'BR-CO-10': total('LineExtensionAmount') === sum(lines, 'cbc:LineExtensionAmount'),
    'BR-CO-11': total('AllowanceTotalAmount') === sum(of('false'), 'cbc:Amount'),
    'BR-CO-12': total('ChargeTotalAmount') === sum(of('true'), 'cbc:Amount'),
    'BR-CO-13':
      totals.exclusive ===
      total('LineExtensionAmount') - total('AllowanceTotalAmount') + total('ChargeTotalAmount'),
    'BR-CO-14': tax === sum(groups, 'cbc:TaxAmount'),
    'BR-CO-15': total('TaxInclusiveAmount') === totals.exclusive + tax,
    'BR-CO-16': totals.payable === total('TaxInclusiveAmount') - totals.prepaid,
    'BR-CO-17': groups.every((group) => {
      const rate = Number(textAt(group, 'cac:TaxCategory/cbc:Percent')) / 100;
      const off = at(group, 'cbc:TaxAmount') - at(group, 'cbc:TaxableAmount') * rate;
      return Math.abs(off) < 100;
    }),
    'BR-S-08': groups.every((group) => {
      const vat = vatOf(group, 'cac:TaxCategory');
      const own = (nodes: readonly XmlNode[], path: string): XmlNode[] =>
        nodes.filter((node) => vatOf(node, path) === vat);
      const expected =
        sum(own(lines, 'cac:Item/cac:ClassifiedTaxCategory'), 'cbc:LineExtensionAmount') +
        sum(own(of('true'), 'cac:TaxCategory'), 'cbc:Amount') -
        sum(own(of('false'), 'cac:TaxCategory'), 'cbc:Amount');
      return at(group, 'cbc:TaxableAmount') === expected;
    }),
    'line = price x quantity - allowances': lines.every((line) => {
      const quantity = Number(
        textAt(line, isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity'),
      );
      const each = Number(textAt(line, 'cac:Price/cbc:BaseQuantity') || 1);
      const price = Number(textAt(line, 'cac:Price/cbc:PriceAmount')) / each;
      const allowances = sum(all(line, 'cac:AllowanceCharge'), 'cbc:Amount');
      const off = at(line, 'cbc:LineExtensionAmount') + allowances - quantity * price * 100;
      // Peppol's slack is two cents.
      return Math.abs(off) <= 2.0001;
    }),
  };
  const broken = Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
  return { broken, totals };
}
