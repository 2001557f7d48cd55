/**
 * Writes the intake lines of the AdventureWorks data set: `node test/real-data/adventureworks.mjs [--data FOLDER]
 * [--out FILE] [--keep-withdrawn-currency] [--customers]`. docs/reports/2026-11-26-real-data.md describes the
 * decisions, and how the result differs from the source's own figures.
 */
import { instant, loadPeople, map, placeOf } from './adventureworks-people.mjs';
import { divide, parseDecimal, round, toNumber } from './decimal.mjs';
import {
  amount,
  CUSTOMERS_FLAG,
  filled,
  isMain,
  line,
  need,
  readAll,
  readCsv,
  runConverter,
} from './source-files.mjs';

/** @typedef {import('./source-files.mjs').Row} Row */
/** @typedef {import('./source-files.mjs').Line} Line */

const FOLDER = 'adventureworks';
const PERCENT = 100n * 1_000_000n;
const EIGHT_PERCENT = 8_000_000n;
const KILOGRAMS = { LB: 0.45359237, G: 0.001 };

export const WITHDRAWN_FLAG = 'keep-withdrawn-currency';

/**
 * @param {string} dataFolder holding `adventureworks/` and `reference/`
 * @param {{'keep-withdrawn-currency'?: unknown, customers?: unknown}} [options] with the first flag,
 *   orders whose customers paid in DEM or FRF name that code, and the intake must reject them.
 *   Without it the code is kept as information only. With the second, orders name the users of
 *   customers.mjs.
 * @returns {AsyncGenerator<Line>} masters first, then orders by SalesOrderID
 */
export async function* adventureWorksLines(dataFolder, options = {}) {
  const folder = `${dataFolder}/${FOLDER}`;
  const tables = await loadTables(dataFolder, folder);
  yield* masterLines(tables);
  for await (const { header, details } of ordersWithDetails(folder)) {
    yield orderLine(header, details, tables, options);
  }
}

/** @param {string} dataFolder @param {string} folder */
async function loadTables(dataFolder, folder) {
  return {
    ...(await loadPeople(folder)),
    territories: await map(folder, 'SalesTerritory', 'TerritoryID'),
    products: await map(folder, 'Product', 'ProductID'),
    subcategories: await map(folder, 'ProductSubcategory', 'ProductSubcategoryID'),
    categories: await map(folder, 'ProductCategory', 'ProductCategoryID'),
    offers: await map(folder, 'SpecialOffer', 'SpecialOfferID'),
    locations: await map(folder, 'Location', 'LocationID'),
    shipMethods: await map(folder, 'ShipMethod', 'ShipMethodID'),
    rates: await map(folder, 'CurrencyRate', 'CurrencyRateID'),
    reasons: await map(folder, 'SalesReason', 'SalesReasonID'),
    orderReasons: await reasonsByOrder(folder),
    currencies: await currenciesInForce(dataFolder),
  };
}

/** @typedef {Awaited<ReturnType<typeof loadTables>>} Tables */

/** @param {string} folder @returns {Promise<Map<string, string[]>>} reason ids by order */
async function reasonsByOrder(folder) {
  const reasons = new Map();
  for await (const row of readCsv(folder, 'SalesOrderHeaderSalesReason.csv.gz')) {
    reasons.set(row.SalesOrderID, [...(reasons.get(row.SalesOrderID) ?? []), row.SalesReasonID]);
  }
  return reasons;
}

/** @param {string} dataFolder @returns {Promise<Set<string>>} ISO 4217 codes not withdrawn */
async function currenciesInForce(dataFolder) {
  const rows = await readAll(`${dataFolder}/reference`, 'currency-codes-all.csv');
  return new Set(rows.filter((row) => !row.WithdrawalDate).map((row) => row.AlphabeticCode));
}

/**
 * Joins headers with their rows; both files are sorted by order, so none is held whole.
 * @param {string} folder
 * @returns {AsyncGenerator<{header: Row, details: Row[]}>}
 */
export async function* ordersWithDetails(folder) {
  const details = readCsv(folder, 'SalesOrderDetail.csv.gz');
  let next = await details.next();
  for await (const header of readCsv(folder, 'SalesOrderHeader.csv.gz')) {
    const own = [];
    while (!next.done && next.value.SalesOrderID === header.SalesOrderID) {
      own.push(next.value);
      next = await details.next();
    }
    if (own.length === 0) throw new Error(`order ${header.SalesOrderID} has no rows in sequence`);
    yield { header, details: own };
  }
  if (!next.done) throw new Error(`row ${next.value.SalesOrderDetailID} belongs to no order`);
}

/** @param {Tables} t @returns {Generator<Line>} */
function* masterLines(t) {
  yield* zoneLines(t);
  yield line('channel', 'aw-online', { name: 'Online shop' });
  yield line('channel', 'aw-resellers', { name: 'Resellers' });
  const name = 'Adventure Works Cycles';
  yield line('headquarter', 'aw-headquarter', { name, countryCode: 'US' });
  yield line('tax', 'aw-tax-8', { name: 'Sales tax 8 %', rate: 8 });
  yield line('tax', 'aw-tax-blended', { name: 'Sales tax, blended rate of the order', rate: 8 });
  yield line('subStatus', 'aw-shipped', {
    document: 'order',
    status: 1,
    name: 'Shipped (Status 5)',
    publicName: 'Shipped',
  });
  yield line('paymentSystem', 'aw-credit-card', { name: 'Credit card' });
  yield line('paymentSystem', 'aw-on-account', { name: 'On account' });
  for (const [id, row] of t.shipMethods)
    yield line('shippingType', `aw-ship-${id}`, { name: row.Name });
  for (const [id, row] of t.locations)
    yield line('warehouse', `aw-location-${id}`, { name: row.Name });
  for (const [id, row] of t.offers)
    yield line('discount', `aw-offer-${id}`, { name: row.Description });
  yield* productLines(t);
  yield* tagGroupLines(t);
}

/** @param {Tables} t @returns {Generator<Line>} */
function* zoneLines(t) {
  for (const [id, row] of t.territories) {
    const countryCode = row.CountryRegionCode;
    yield line('zone', `aw-territory-${id}`, { countryCode, name: row.Name });
  }
  for (const [id, row] of t.states) {
    const countryCode = row.CountryRegionCode;
    const territory = need(t.territories, row.TerritoryID, 'SalesTerritory');
    // Six island states are countries of their own, sold to from another country's territory.
    const nested = territory.CountryRegionCode === countryCode;
    const parent = nested ? { pId: `aw-territory-${row.TerritoryID}` } : undefined;
    yield line('zone', `aw-state-${id}`, { countryCode, name: row.Name, parent });
  }
}

/** @param {Tables} t @returns {Generator<Line>} */
function* productLines(t) {
  for (const [id, row] of t.categories)
    yield line('category', `aw-category-${id}`, { name: row.Name });
  for (const [id, row] of t.subcategories) {
    yield line('category', `aw-subcategory-${id}`, { name: row.Name });
  }
  for (const [id, row] of t.products) {
    yield line('product', `aw-product-${id}`, { name: row.Name, sku: row.ProductNumber });
  }
}

/** @param {Tables} t @returns {Generator<Line>} the kinds of sales reasons, for tags of orders */
function* tagGroupLines(t) {
  const kinds = [...new Set([...t.reasons.values()].map((row) => row.ReasonType))].sort();
  for (const [position, kind] of kinds.entries()) {
    const name = `Sales reason: ${kind}`;
    yield line('tagGroup', `aw-reason-${kind.toLowerCase()}`, {
      itemType: 13,
      name,
      position,
      priority: position,
      languages: [{ languageCode: 'en', name }],
    });
  }
}

/**
 * @param {Row} header @param {Row[]} details @param {Tables} t
 * @param {{[flag: string]: unknown}} options
 * @returns {Line}
 */
function orderLine(header, details, t, options) {
  const rows = details.map((detail) => rowOf(detail, t));
  const rate = taxRate(
    header,
    rows.reduce((base, row) => base + row.total, 0n),
  );
  const tax = { pId: rate === EIGHT_PERCENT ? 'aw-tax-8' : 'aw-tax-blended' };
  const taxes = [{ tax, rate: toNumber(rate, 6) }];
  const card = header.CreditCardID !== '';
  return line('order', `aw-order-${header.SalesOrderID}`, {
    documentNumber: header.SalesOrderNumber,
    date: instant(header.OrderDate),
    deliveryDate: instant(header.DueDate),
    status: 1,
    subStatus: { pId: 'aw-shipped' },
    exported: false,
    paid: card,
    paymentDate: card ? instant(header.OrderDate) : undefined,
    authNumber: header.CreditCardApprovalCode,
    ...currencyOf(header, t, Boolean(options[WITHDRAWN_FLAG])),
    channel: { pId: header.OnlineOrderFlag === '1' ? 'aw-online' : 'aw-resellers' },
    headquarter: { pId: 'aw-headquarter' },
    user: userOf(header, t, Boolean(options[CUSTOMERS_FLAG])),
    rows: rows.map(({ fields }) => ({ ...fields, taxes })),
    shipments: [shipmentOf(header, t)],
    payment: { paymentSystem: { pId: card ? 'aw-credit-card' : 'aw-on-account' } },
    additionalInformation: informationOf(header, t),
    totals: totalsOf(header),
  });
}

/**
 * The one rate of an order, since the source gives only an amount. It is 8 % where that gives the amount. Otherwise
 * it is the rate of six decimals nearest to TaxAmt / rows that gives the same cents.
 * @param {Row} header
 * @param {bigint} base sum of the rows, ten-thousandths
 * @returns {bigint} millionths of a percent
 */
export function taxRate(header, base) {
  const tax = parseDecimal(header.TaxAmt, 4);
  if (round(parseDecimal(header.SubTotal, 4) * 8n, 6, 4) === tax) return EIGHT_PERCENT;
  const cents = round(tax, 4, 2);
  let rate = divide(tax * PERCENT, base);
  while (divide(base * rate, PERCENT * 100n) < cents) rate++;
  while (divide(base * rate, PERCENT * 100n) > cents) rate--;
  return rate;
}

/** @param {Row} detail @param {Tables} t */
function rowOf(detail, t) {
  const product = need(t.products, detail.ProductID, 'Product');
  const gross = parseDecimal(detail.UnitPrice, 4) * parseDecimal(detail.OrderQty, 0);
  const off = round(gross * 100n - parseDecimal(detail.LineTotal, 6), 6, 4);
  const fields = {
    product: { pId: `aw-product-${detail.ProductID}` },
    name: product.Name,
    sku: product.ProductNumber,
    quantity: Number(detail.OrderQty),
    price: amount(detail.UnitPrice),
    ...filled({ weight: kilograms(product) }),
    ...(off === 0n ? {} : { discounts: [discountOf(off, gross)] }),
  };
  return { fields, total: gross - off };
}

/** @param {bigint} off @param {bigint} gross both ten-thousandths */
function discountOf(off, gross) {
  const percent = Number(divide(off * 100n, gross));
  return {
    name: `Special offer ${percent} %`,
    amount: toNumber(off, 4),
    discountType: 2,
    discountValue: percent,
  };
}

/** @param {Row} product @returns {number | undefined} to the gram, as the source mixes LB and G */
function kilograms(product) {
  const unit = /** @type {keyof typeof KILOGRAMS} */ (product.WeightUnitMeasureCode.trim());
  if (!product.Weight || !KILOGRAMS[unit]) return undefined;
  return Math.round(Number(product.Weight) * KILOGRAMS[unit] * 1000) / 1000;
}

/** @param {Row} header @param {Tables} t @param {boolean} keepWithdrawn */
function currencyOf(header, t, keepWithdrawn) {
  if (!header.CurrencyRateID) return { currencyCode: 'USD' };
  const rate = need(t.rates, header.CurrencyRateID, 'CurrencyRate');
  const code = rate.ToCurrencyCode;
  if (!keepWithdrawn && !t.currencies.has(code)) return { currencyCode: 'USD' };
  // The source holds how much of the customer's currency a dollar is. The order's rate is the value of one unit of
  // the source currency in the document's currency.
  const exchangeRate = toNumber(divide(10n ** 10n, parseDecimal(rate.AverageRate, 4)), 6);
  return { currencyCode: 'USD', sourceCurrencyCode: code, exchangeRate };
}

/** @param {Row} header @param {Tables} t @param {boolean} isUser whether the customer is a user */
function userOf(header, t, isUser) {
  const customer = need(t.customers, header.CustomerID, 'Customer');
  const person = need(t.people, customer.PersonID, 'Person');
  return filled({
    pId: isUser ? `aw-customer-${header.CustomerID}` : undefined,
    email: need(t.emails, customer.PersonID, 'EmailAddress'),
    gender: person.gender,
    billingAddress: addressOf(header.BillToAddressID, customer, 'Billing', t),
    shippingAddress: addressOf(header.ShipToAddressID, customer, 'Shipping', t),
  });
}

/** @param {string} addressId @param {Row} customer @param {string} alias @param {Tables} t */
function addressOf(addressId, customer, alias, t) {
  return { alias, ...placeOf(addressId, customer.PersonID, customer.StoreID, t) };
}

/** @param {Row} header @param {Tables} t */
function shipmentOf(header, t) {
  const method = need(t.shipMethods, header.ShipMethodID, 'ShipMethod');
  return {
    pId: `aw-shipment-${header.SalesOrderID}`,
    shippingType: { pId: `aw-ship-${header.ShipMethodID}` },
    name: method.Name,
    price: amount(header.Freight),
    status: 3,
    incomingDate: instant(header.ShipDate),
  };
}

/** @param {Row} header @param {Tables} t */
function informationOf(header, t) {
  const rate = header.CurrencyRateID && need(t.rates, header.CurrencyRateID, 'CurrencyRate');
  const reasons = t.orderReasons.get(header.SalesOrderID) ?? [];
  const pairs = {
    purchaseOrderNumber: header.PurchaseOrderNumber,
    accountNumber: header.AccountNumber,
    territory: need(t.territories, header.TerritoryID, 'SalesTerritory').Name,
    salesPersonId: header.SalesPersonID,
    salesReasons: reasons.map((id) => need(t.reasons, id, 'SalesReason').Name).join(', '),
    customerCurrency: rate ? rate.ToCurrencyCode : '',
    customerCurrencyPerDollar: rate ? rate.AverageRate : '',
  };
  return Object.entries(filled(pairs)).map(([name, value]) => ({ name, value }));
}

/** @param {Row} header the source's own figures, so that the intake compares them with its own */
function totalsOf(header) {
  const subtotal = parseDecimal(header.SubTotal, 4) + parseDecimal(header.Freight, 4);
  return {
    total: amount(header.TotalDue),
    subtotal: toNumber(subtotal, 4),
    totalTaxes: amount(header.TaxAmt),
  };
}

if (isMain(import.meta.url))
  await runConverter(adventureWorksLines, [WITHDRAWN_FLAG, CUSTOMERS_FLAG]);
