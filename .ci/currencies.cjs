/**
 * `node .ci/currencies.cjs FOLDER`: writes src/core/former-currencies.ts from the npm package cldr-core in FOLDER. The table has
 * the currencies that are no longer used, with their dates, and those that the package currency-codes doesn't have yet. Write the
 * version and licence of another cldr-core to NOTICE.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { data: listed } = require('currency-codes');

/** Numbers of ISO 4217 that CLDR doesn't have. */
const missingNumbers = { XCG: '532' };

/** Currencies that ISO 4217 lists although CLDR has an end. */
const stillListed = new Set(['SVC']);

const folder = process.argv[2];
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const { version } = read('package.json');
const { fractions, region } = read('supplemental/currencyData.json').supplemental.currencyData;
const { codeMappings } = read('supplemental/codeMappings.json').supplemental;

/** First and last day of each currency as legal tender anywhere; without a last day it is in use. */
const periods = new Map();
for (const [code, { _from, _to, _tender }] of Object.values(region)
  .flat()
  .flatMap(Object.entries)) {
  if (_tender === 'false' || _from === undefined) continue;
  const { from, to } = periods.get(code) ?? { from: _from, to: _to };
  periods.set(code, {
    from: _from < from ? _from : from,
    to: to === undefined || _to === undefined ? undefined : _to > to ? _to : to,
  });
}

const rows = [...periods]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .flatMap(([code, period]) => {
    const known = listed.find((one) => one.code === code);
    const number = known?.number ?? codeMappings[code]?._numeric ?? missingNumbers[code] ?? '0';
    const isListed = known !== undefined && (period.to === undefined || stillListed.has(code));
    if (isListed || (!known && period.to === undefined && number === '0')) return [];
    const digits = known?.digits ?? fractions[code]?._digits ?? 2;
    const values = [
      `'${code}'`,
      Number(number),
      digits,
      `'${period.from}'`,
      `'${period.to ?? ''}'`,
    ];
    return [`  [${values.join(', ')}],`];
  });
const head = `/** Code, number, digits, first and last day (empty while in use), by .ci/currencies.cjs from cldr-core ${version}. */
export const formerCurrencies: readonly (readonly [string, number, number, string, string])[] = [`;
writeFileSync(
  join(__dirname, '../src/core/former-currencies.ts'),
  [head, ...rows, '];', ''].join('\n'),
);
