import { toCurrencyCode, getCurrency, isCurrencyCode } from './currencies';

describe('currencies', () => {
  it('are known by code and number', () => {
    expect(['EUR', 'JPY', 'CLF'].map(isCurrencyCode)).toEqual([true, true, true]);
    expect([978, 392, 8].map(toCurrencyCode)).toEqual(['EUR', 'JPY', 'ALL']);
  });

  it('are exactly those of ISO 4217, without its codes for no currency and testing', () => {
    expect(['eur', 'XXX', 'XTS', 'DEM', ''].map(isCurrencyCode)).not.toContain(true);
    expect([0, 999, 963, -978, 978.5].map(toCurrencyCode)).not.toContainEqual(expect.any(String));
  });

  it('have a number, a symbol and a number of decimals', () => {
    expect(getCurrency('EUR')).toEqual({ code: 'EUR', number: 978, symbol: '€', digits: 2 });
    expect(getCurrency('KWD')).toMatchObject({ number: 414, digits: 3 });
    expect(getCurrency('JPY')).toMatchObject({ digits: 0 });
  });
});
