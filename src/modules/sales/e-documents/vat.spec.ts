import { mergeVatClasses, type VatClass } from './vat';

describe('Exemptions of one category', () => {
  const exempt = (values: Partial<VatClass>): VatClass => ({ category: 'E', rate: 0, ...values });
  const all = (...classes: VatClass[]): VatClass => classes.reduce(mergeVatClasses);

  it('keep the code and the reason that all of them have', () => {
    const one = exempt({ exemptionCode: 'VATEX-EU-132', exemptionReason: 'Health' });
    expect(all(one, one, one)).toEqual(one);
  });

  it('tell reasons that differ once each, without a code', () => {
    const one = exempt({ exemptionCode: 'VATEX-EU-132-1B', exemptionReason: 'Health' });
    const other = exempt({ exemptionCode: 'VATEX-EU-132-1I', exemptionReason: 'Education' });
    const told = exempt({ exemptionReason: 'Health; Education' });
    expect(all(one, other)).toEqual(told);
    expect(all(...Array.from({ length: 1000 }, (_, at) => (at % 2 === 0 ? one : other)))).toEqual(
      told,
    );
  });

  it('have a reason where their codes alone differ', () => {
    const one = exempt({ exemptionCode: 'VATEX-EU-132-1B' });
    const other = exempt({ exemptionCode: 'VATEX-EU-132-1I' });
    expect(all(one, one)).toEqual(one);
    expect(all(one, other, one)).toEqual(exempt({ exemptionReason: 'Exempt from VAT' }));
  });
});
