import { documentTypes } from '../documents';
import type { SalesDocument } from '../documents/entities/document.entity';
import {
  address,
  headquarter,
  row,
  source,
  totals,
  zone as timeZone,
} from '../../../../test/support/documents/pdf-source';
import { toPdfModel } from './to-pdf-model';

describe('the mandatory details of a PDF by tax law', () => {
  it('include why no tax is charged: the reason of the tax, else the statement of its code or category', async () => {
    const lines = async (values: Partial<SalesDocument>, ...taxes: object[]) => {
      const rows = taxes.map((tax) => row({ taxes: [{ taxRate: 0, reRate: 0, ...tax }] as never }));
      const of = source('invoice', { languageCode: 'es', rows, ...values });
      return (await toPdfModel(of, { timeZone })).remarks.flatMap((one) => one.lines);
    };
    const spanish = { ...headquarter, countryCode: 'ES', name: 'Tienda' };
    const abroad = (countryCode: string) => [address({ countryCode, vat: 'DE1' })];
    const exempt = { category: 'E', exemptionCode: 'VATEX-EU-132-1I' };
    expect(await lines({}, { ...exempt, exemptionReason: 'Educación' })).toEqual(['Educación']);
    expect(await lines({}, exempt, exempt)).toEqual([
      'Operación exenta de IVA (2006/112/EC, Art. 132(1)(i))',
    ]);
    expect(await lines({}, { category: 'E', exemptionCode: 'VATEX-EU-F' })).toEqual([
      'Régimen especial de los bienes usados',
    ]);
    expect(await lines({}, { category: 'O' })).toEqual(['Operación no sujeta a IVA']);
    expect(await lines({}, { category: 'E', exemptionCode: 'VATEX-FR-FRANCHISE' })).toEqual([
      'TVA non applicable, art. 293 B du CGI',
    ]);
    expect(await lines({ headquarter: spanish, addresses: abroad('DE') }, {})).toEqual([
      'Entrega intracomunitaria exenta de IVA',
    ]);
    expect(await lines({ headquarter: spanish, addresses: abroad('US') })).toEqual([]);
    const untaxed = { rows: [row()], headquarter: spanish, addresses: abroad('US') };
    expect(await lines(untaxed)).toEqual(['Exportación exenta de IVA']);
    expect(await lines({ reverseChargeVat: true }, { taxRate: 21_000_000 })).toEqual([
      'Inversión del sujeto pasivo: el destinatario liquida el IVA.',
    ]);
    expect(await lines({}, { taxRate: 21_000_000 }, { category: 'Z' })).toEqual([]);
  });

  it('include one tax group for each reason why no tax is charged', async () => {
    const groups = [
      { name: 'IVA 21 %', base: 200_000 },
      { name: 'IVA 10 %', base: 100_000 },
    ].map((group) => ({ ...group, taxRate: 0, reRate: 0, taxPrice: 0, rePrice: 0 }));
    const exempt = { ...groups[0], base: 50_000, category: 'E' };
    const taxes = [...groups, exempt] as never;
    const model = await toPdfModel(source('invoice', { taxes, reverseChargeVat: true }), {
      timeZone,
    });
    expect(model.taxes?.rows.map(({ cells }) => cells)).toEqual([
      ['Reverse charge', '30.00', '', '0.00'],
      ['Exempt', '5.00', '', '0.00'],
    ]);
  });

  it('include amounts without a tax in the tax groups, which total the subtotal', async () => {
    const group = { name: 'IVA 21 %', base: 1_000_000, taxRate: 21_000_000, taxPrice: 210_000 };
    const zero = { name: 'Books', base: 50_000, taxRate: 0, taxPrice: 0 };
    const rowsOf = async (taxes: object[], values: Partial<SalesDocument>) => {
      const groups = taxes.map((tax) => ({ reRate: 0, rePrice: 0, discount: 0, ...tax }));
      const of = source('invoice', { ...values, taxes: groups as never });
      return (await toPdfModel(of, { timeZone })).taxes?.rows.map(({ cells }) => cells);
    };
    const taxed = ['IVA 21 %', '100.00', '21%', '21.00'];
    expect(await rowsOf([group], { subtotal: 1_400_000 })).toEqual([
      taxed,
      ...[['0%', '40.00', '0%', '0.00']],
    ]);
    expect(await rowsOf([group, zero], { subtotal: 1_100_000 })).toEqual([
      taxed,
      ...[['Books', '10.00', '0%', '0.00']],
    ]);
    const payment = { price: -100_000, taxes: [] } as never;
    const reversed = { subtotal: 900_000, reverseChargeVat: true, payment };
    expect(await rowsOf([{ ...group, taxRate: 0, taxPrice: 0 }], reversed)).toEqual([
      ...[['Reverse charge', '90.00', '', '0.00']],
    ]);
  });

  it('include a short reason instead of a rate of 0 % where no tax is charged', async () => {
    const ratesOf = async (tax: object, values: Partial<SalesDocument> = {}) => {
      const taxes = [{ taxRate: 0, reRate: 0, base: 200_000, taxPrice: 0, rePrice: 0, ...tax }];
      const of = source('invoice', {
        rows: [row({ taxes: taxes as never })],
        shippings: [
          { name: '', price: 10_000, netPrice: 10_000, taxes: [{ rate: 0, reRate: 0, ...tax }] },
        ],
        taxes: taxes.map((one) => ({ ...one, name: 'IVA 0 %' })),
        ...values,
      } as never);
      const { rows, taxes: table } = await toPdfModel(of, { timeZone });
      const at = rows.columns.findIndex(({ label }) => label === 'Tax');
      const [group] = table?.rows ?? [];
      return [...rows.rows.map(({ cells }) => cells[at]), group?.cells[0], group?.cells[2]];
    };
    const french = { headquarter: { ...headquarter, countryCode: 'FR' } };
    expect(await ratesOf({ category: 'E' })).toEqual(['Exempt', 'Exempt', 'Exempt', '']);
    expect(await ratesOf({ category: 'O' })).toEqual([...Array(3).fill('Not subject'), '']);
    expect(await ratesOf({}, { reverseChargeVat: true })).toEqual([
      ...[...Array(3).fill('Reverse charge'), ''],
    ]);
    for (const countryCode of ['PT', 'US']) {
      const addresses = [address({ countryCode, vat: 'PT1' })];
      expect(await ratesOf({}, { ...french, addresses })).toEqual([...Array(3).fill('Exempt'), '']);
    }
    expect(await ratesOf({ category: 'Z' })).toEqual(['0%', '0%', 'IVA 0 %', '0%']);
    expect(await ratesOf({ taxRate: 21_000_000, rate: 21_000_000 })).toEqual([
      ...['21%', '21%', 'IVA 0 %', '21%'],
    ]);
  });

  it('include the name of the surcharge in Spain', async () => {
    const taxes = [{ taxRate: 21_000_000, reRate: 5_200_000, name: 'IVA', base: 1 }];
    const columns = async (languageCode: string) =>
      (
        await toPdfModel(source('invoice', { languageCode, taxes } as never), { timeZone })
      ).taxes?.columns.at(-1);
    expect((await columns('es'))?.label).toBe('Recargo de equivalencia');
    expect((await columns('ca'))?.label).toBe('Recàrrec d’equivalència');
  });

  it('include the title of a credit note of a simplified invoice', async () => {
    const title = async (languageCode: string, simplified: boolean) =>
      (await toPdfModel(source('creditNote', { languageCode, simplified }), { timeZone })).title;
    expect([await title('es', true), await title('es', false), await title('en', true)]).toEqual([
      ...['Factura simplificada rectificativa', 'Factura rectificativa'],
      'Credit note (simplified invoice)',
    ]);
  });

  it('include the legal name of the seller, its number in the register, and the date of supply', async () => {
    const legalEntity = { legalName: 'Cycles Holding Ltd', registrationNumber: '01234567' };
    const invoice = source('invoice', { headquarter: { ...headquarter, ...legalEntity } });
    const { seller, footer, facts } = await toPdfModel(invoice, { timeZone });
    expect(seller.slice(0, 2)).toEqual(['Cycles Ltd', 'Cycles Holding Ltd']);
    expect(seller).toContain('Registration no. 01234567');
    const same = { headquarter: { ...headquarter, registrationNumber: headquarter.vat } };
    expect((await toPdfModel(source('invoice', same), { timeZone })).seller.join()).not.toContain(
      'Registration',
    );
    expect(footer).toBe('Cycles Holding Ltd · VAT no. GB123 · shop@example.com');
    expect(facts).toContainEqual({ label: 'Date of supply', text: '1 March 2026' });
    const supplied = { ...invoice, supplyDate: new Date('2026-02-10T12:00:00Z') };
    expect((await toPdfModel(supplied, { timeZone })).facts).toContainEqual({
      ...{ label: 'Date of supply', text: '10 February 2026' },
    });
  });

  it('include the reason why a credit note corrects its invoice', async () => {
    const cause = async (values: Partial<SalesDocument>) =>
      (await toPdfModel(source('creditNote', values), { timeZone })).facts.find(
        ({ label }) => label === 'Reason for the correction',
      )?.text;
    expect([await cause({}), await cause({ rows: [] })]).toEqual([
      'Return of goods',
      'Refund of charges',
    ]);
    const direct = { parentType: documentTypes.invoice, reasonCode: 'R2' };
    expect([await cause({ ...direct, reason: 'Bankruptcy' }), await cause(direct)]).toEqual([
      ...['R2: Bankruptcy', 'R2: Ley 37/1992, artículo 80.Tres'],
    ]);
    expect(await cause({ ...direct, reasonCode: null })).toBeUndefined();
  });

  it('include the tax in the currency of the seller’s country', async () => {
    const values = {
      ...{ headquarter: { ...headquarter, countryCode: 'ES' }, currencyCode: 'USD' },
      ...{ sourceCurrencyCode: 'EUR', exchangeRate: 1.25, totalTaxes: 42_000 },
    } as unknown as Partial<SalesDocument>;
    expect(await totals(source('invoice', values))).toContain('Tax in EUR €3.36');
    expect((await totals(source('invoice', { ...values, exchangeRate: 0 }))).join()).not.toContain(
      'EUR',
    );
    expect((await totals(source('order', values))).join()).not.toContain('EUR');
  });

  it('include each discount, even if their cents are rounded together', async () => {
    const values = {
      ...{ totalBasketDiscounts: 75_000, subtotal: 125_000, total: 125_000 },
      discounts: [
        { name: 'Ticket', code: '', amount: 33_333, applyTo: 1 },
        { name: 'Club', code: 'C', amount: 41_111, applyTo: 3 },
      ],
    } as unknown as Partial<SalesDocument>;
    expect(await totals(source('invoice', values))).toEqual([
      ...['Items €20.00', 'Ticket -€3.33', 'Club (C) -€4.11', 'Discount -€0.06'],
      ...['Subtotal without tax €12.50', 'Total €12.50'],
    ]);
  });

  it('include an adjustment if given totals exceed the lines', async () => {
    const values = { totalBasketDiscounts: -15_000, subtotal: 215_000, total: 215_000 };
    expect(await totals(source('invoice', values))).toEqual([
      ...['Items €20.00', 'Adjustment €1.50', 'Subtotal without tax €21.50', 'Total €21.50'],
    ]);
  });
});
