import { mergeVatClasses, type VatClass } from './vat-classes';

describe('Exemptions of one category', () => {
  const exempt = (values: Partial<VatClass>): VatClass => ({ category: 'E', rate: 0, ...values });
  const all = (...classes: VatClass[]): VatClass => classes.reduce(mergeVatClasses);

  it('keep a common code and reason', () => {
    const one = exempt({ exemptionCode: 'VATEX-EU-132', exemptionReason: 'Health' });
    expect(all(one, one, one)).toEqual(one);
  });

  it('join different reasons without a code', () => {
    const one = exempt({ exemptionCode: 'VATEX-EU-132-1B', exemptionReason: 'Health' });
    const other = exempt({ exemptionCode: 'VATEX-EU-132-1I', exemptionReason: 'Education' });
    const joined = exempt({ exemptionReason: 'Health; Education' });
    expect(all(one, other)).toEqual(joined);
    expect(all(...Array.from({ length: 1000 }, (_, at) => (at % 2 === 0 ? one : other)))).toEqual(
      joined,
    );
  });

  it('have a reason when only their codes differ', () => {
    const one = exempt({ exemptionCode: 'VATEX-EU-132-1B' });
    const other = exempt({ exemptionCode: 'VATEX-EU-132-1I' });
    expect(all(one, one)).toEqual(one);
    expect(all(one, other, one)).toEqual(exempt({ exemptionReason: 'Exempt from VAT' }));
  });
});
