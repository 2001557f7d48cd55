import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dataFolder, hasDataSets, isAllWanted, runScript } from './data-sets';

const run = promisify(execFile);
const withData = hasDataSets ? it : it.skip;
const withAll = hasDataSets && isAllWanted ? it : it.skip;
if (!hasDataSets) console.warn(`No data sets in ${dataFolder}: the specs over them are left out.`);

async function script<T>(name: string, ...options: string[]): Promise<T> {
  return JSON.parse(await runScript(name, ...options)) as T;
}

/** Runs the body of a module that may import `./<file>` of this folder and prints JSON. */
async function evaluate<T>(source: string): Promise<T> {
  const code = source.replaceAll("'./", `'file://${__dirname}/`);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
  return JSON.parse(stdout);
}

interface Expected {
  all: { total: number };
  months: Record<string, { total: number }>;
}

interface Differences {
  adventureworks: object;
  oracleCo: { orders: Record<string, number> };
}

interface Counted {
  types: Record<string, number>;
  orders: number;
  rows: number;
  shipments: number;
  withdrawn: number;
}

/** Counts the output of a converter. */
function convert(call: string): Promise<Counted> {
  return evaluate(`
    import { adventureWorksLines } from './adventureworks.mjs';
    import { oracleCoLines } from './oracle-co.mjs';
    const folder = ${JSON.stringify(dataFolder)};
    const counted = { types: {}, orders: 0, rows: 0, shipments: 0, withdrawn: 0 };
    for await (const line of ${call}) {
      counted.types[line.type] = (counted.types[line.type] ?? 0) + 1;
      if (line.type !== 'order') continue;
      counted.orders++;
      counted.rows += line.rows?.length ?? 0;
      counted.shipments += line.shipments?.length ?? 0;
      if (['DEM', 'FRF'].includes(line.sourceCurrencyCode)) counted.withdrawn++;
    }
    console.log(JSON.stringify(counted));`);
}

describe('the CSV dialect', () => {
  const parse = (text: string, piece: number): Promise<string[][]> =>
    evaluate(`
      import { CsvParser } from './source-files.mjs';
      const parser = new CsvParser();
      const text = ${JSON.stringify(text)};
      const records = [];
      for (let at = 0; at < text.length; at += ${piece}) {
        records.push(...parser.push(text.slice(at, at + ${piece})));
      }
      console.log(JSON.stringify([...records, ...parser.end()]));`);

  it.each([1, 2, 3, 1000])('is read in pieces of %i characters', async (piece) => {
    const text = 'a,b\n"x, ""y""\nz",\n,"é"\n"",last';
    const records = [
      ['a', 'b'],
      ['x, "y"\nz', ''],
      ['', 'é'],
      ['', 'last'],
    ];
    expect(await parse(text, piece)).toEqual(records);
  });

  it.each(['a,"b\n', 'a"b\n', '"a"b\n', 'a,b\r\n'])('refuses %j', async (text) => {
    await expect(parse(text, 1000)).rejects.toThrow('SyntaxError');
  });
});

describe('the second implementation of the money rules', () => {
  it('comes to what was reckoned by hand', async () => {
    // Rows 3 x 10.01 - 0.03 = 30.00 and 2.5 x (4 + 0.50) = 11.25; the order's 4.13 over the rows is
    // shared 3.0036 : 1.1264 (the remainder of nothing). Tax 21 % of 26.9964 + 10.1236 = 37.12:
    // 7.7952 -> 7.80; surcharge 5.2 %: 1.93024 -> 1.93. The untaxed shipping is 4.00 - 2.00.
    const tax = { tax: { pId: 't' } };
    const order = {
      user: { billingAddress: { re: true } },
      rows: [
        { quantity: 3, price: 10.01, discounts: [{ amount: 0.03 }], taxes: [tax] },
        { quantity: 2.5, price: 4, options: [{ values: [{ price: 0.5 }] }], taxes: [tax] },
      ],
      discounts: [{ amount: 4.13 }, { amount: 2, applyTo: 2 }],
      shipments: [{ price: 4, taxes: [] }],
      vouchers: [{ code: 'v', amount: 1 }],
    };
    const totals = await evaluate(`
      import { documentTotals } from './money-rules.mjs';
      const taxes = new Map([['t', { rate: 21, reRate: 5.2 }]]);
      const totals = documentTotals(${JSON.stringify(order)}, 2, taxes);
      console.log(JSON.stringify(totals, (_, value) => (typeof value === 'bigint' ? Number(value) : value)));`);
    expect(totals).toMatchObject({
      subtotalRows: 412500,
      subtotalShippings: 20000,
      totalBasketDiscounts: 41300,
      subtotal: 391200,
      totalTaxes: 97300,
      totalVouchers: 10000,
      total: 478500,
    });
  });

  it('gives the remainder of a share to the first of the largest parts', async () => {
    const shares = await evaluate(`
      import { share } from './money-rules.mjs';
      console.log(JSON.stringify(share(100n, [1n, 3n, 3n, 3n, 0n].map((n) => n * 7n)).map(Number)));`);
    expect(shares).toEqual([10, 30, 30, 30, 0]);
    const uneven = await evaluate(`
      import { share } from './money-rules.mjs';
      console.log(JSON.stringify(share(100n, [5n, 5n, 5n]).map(Number)));`);
    expect(uneven).toEqual([34, 33, 33]);
  });
});

describe('the conversion of AdventureWorks', () => {
  withAll('writes every order with all of its rows', async () => {
    const counted = await convert('adventureWorksLines(folder)');
    expect(counted).toMatchObject({ orders: 31465, rows: 121317, shipments: 31465, withdrawn: 0 });
    expect(counted.types).toEqual({
      ...{ zone: 191, channel: 2, headquarter: 1, tax: 2, subStatus: 1, paymentSystem: 2 },
      ...{ shippingType: 5, warehouse: 14, discount: 16, category: 41, product: 504 },
      ...{ tagGroup: 3, order: 31465 },
    });
  });

  withAll('names the withdrawn currencies when asked to', async () => {
    const counted = await convert(
      "adventureWorksLines(folder, { 'keep-withdrawn-currency': true })",
    );
    const expected = await script<Expected>('expected.mjs', '--keep-withdrawn-currency');
    expect(counted).toMatchObject({ orders: 31465, withdrawn: 135 });
    expect(expected).toMatchObject({ rejected: 135, all: { orders: 31330 } });
  });

  withAll('comes to the expected figures, and differs only as documented', async () => {
    const { adventureworks, oracleCo } = await script<Differences>('differences.mjs');
    expect(adventureworks).toEqual({
      orders: { 'rate 8 %': 27685, 'blended rate': 3780 },
      rateSteps: { '0': 31441, '1': 20, '-1': 4 },
      tax: { '0': 31465 },
      goodsTenThousandths: { '0': 31261, '+1': 39, '-1': 129, '-2': 31, '-3': 5 },
      subtotal: { '0': 31462, '+1': 2, '-1': 1 },
      total: { '0': 26437, '+1': 3588, '-1': 1440 },
      reasons: {
        none: 26434,
        'tax and net rounded separately +1': 3588,
        'tax and net rounded separately -1': 1440,
        'both: separately -1, rows +1': 2,
        'both: separately +1, rows -1': 1,
      },
      sourceSums: {
        SubTotal: '109846381.4039',
        TaxAmt: '10186974.4602',
        Freight: '3183430.2518',
        TotalDue: '123216786.1159',
      },
    });
    expect(oracleCo.orders).not.toHaveProperty('unexpected');
  });

  withAll('expects sums whose months add up to the whole', async () => {
    const { all, months } = await script<Expected>('expected.mjs');
    expect(all).toEqual({
      ...{ orders: 31465, rows: 121317, subtotalRows: 10984638215, freight: 318341622 },
      ...{ subtotal: 11302979852, taxes: 1018700389, total: 12321678093 },
    });
    expect(Object.keys(months)).toHaveLength(38);
    const total = Object.values(months).reduce((sum, month) => sum + month.total, 0);
    expect(total).toBe(all.total);
  });
});

describe("the conversion of Oracle's Customer Orders", () => {
  withData('writes every order with its rows and shipments', async () => {
    const counted = await convert('oracleCoLines(folder)');
    expect(counted).toMatchObject({ orders: 1950, rows: 3914, shipments: 1989 });
    expect(counted.types).toEqual({
      ...{ zone: 17, channel: 2, headquarter: 23, warehouse: 23, subStatus: 4 },
      ...{ shippingType: 1, category: 4, product: 46, tagGroup: 1, order: 1950 },
    });
    const { all } = await script<Expected>('expected.mjs', '--set', 'oracle-co');
    expect(all).toMatchObject({ orders: 1950, rows: 3914, taxes: 0, total: 30859853 });
  });

  it('takes apart only addresses of the one known form', async () => {
    const parsed = await evaluate(`
      import { deliveryAddress } from './oracle-co.mjs';
      const texts = ['Jobstown, NJ 08041 USA', '1 Main St, Apt 2, Jobstown, NJ 08041 USA'];
      console.log(JSON.stringify(texts.map(deliveryAddress)));`);
    expect(parsed).toEqual([
      { city: 'Jobstown', state: 'NJ', postalCode: '08041', countryCode: 'US' },
      { address: '1 Main St, Apt 2, Jobstown, NJ 08041 USA', countryCode: 'US' },
    ]);
  });
});
