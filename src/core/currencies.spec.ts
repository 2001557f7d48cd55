import {
  isCurrencyInUseAt,
  toCurrencyCode,
  getCurrency,
  isCurrencyCode,
  isCurrentCurrencyCode,
} from './currencies';

describe('currencies', () => {
  it('are known by code and number', () => {
    expect(['EUR', 'JPY', 'CLF'].map(isCurrencyCode)).toEqual([true, true, true]);
    expect([978, 392, 8].map(toCurrencyCode)).toEqual(['EUR', 'JPY', 'ALL']);
  });

  it('are exactly those of ISO 4217, without its codes for no currency and testing', () => {
    expect(['eur', 'XXX', 'XTS', ''].map(isCurrencyCode)).not.toContain(true);
    expect([0, 999, 963, -978, 978.5].map(toCurrencyCode)).not.toContainEqual(expect.any(String));
  });

  it('are current unless they have an end', () => {
    expect(['EUR', 'XCG', 'SVC', 'SLE'].map(isCurrentCurrencyCode)).toEqual(Array(4).fill(true));
    const former = ['ANG', 'BGN', 'CUC', 'HRK', 'DEM'];
    expect(former.map(isCurrentCurrencyCode)).not.toContain(true);
    expect(former.map(isCurrencyCode)).not.toContain(false);
  });

  it.each([
    ['HRK', '2022-06-01T00:00:00Z', true],
    ['HRK', '2023-01-14T23:00:00Z', true],
    ['HRK', '2023-01-16T00:00:00Z', false],
    ['HRK', '1980-01-01T00:00:00Z', false],
    ['BGN', '2025-12-31T12:00:00Z', true],
    ['BGN', '2026-03-01T00:00:00Z', false],
    ['EUR', '1990-01-01T00:00:00Z', true],
    ['XCG', '2026-01-01T00:00:00Z', true],
  ])('%s can be that of a document of %s: %s', (code, at, expected) => {
    expect(isCurrencyInUseAt(new Date(at), code)).toBe(expected);
  });

  it('have the number of a successor', () => {
    expect([532, 975, 191].map(toCurrencyCode)).toEqual(['XCG', 'BGN', 'HRK']);
    expect(getCurrency('ANG').number).toBe(532);
    expect(getCurrency('ESP')).toMatchObject({ number: 0, digits: 0 });
  });

  it('have a number, a symbol and a number of decimals', () => {
    expect(getCurrency('EUR')).toEqual({ code: 'EUR', number: 978, symbol: '€', digits: 2 });
    expect(getCurrency('KWD')).toMatchObject({ number: 414, digits: 3 });
    expect(getCurrency('JPY')).toMatchObject({ digits: 0 });
  });
});
