/**
 * A small, believable store made from a seed. It has the same kinds of intake lines as a real one sends, in the
 * order that references need. Every one of them is valid. The same seed gives the same lines byte for byte, on every
 * machine and in every time zone.
 */
import {
  COLOURS,
  ELEMENTS,
  GOODS,
  CUSTOMER_PLACES,
  TAXES,
  type CustomerPlace,
} from './generated-store-data';

/** One line of the intake; the other fields depend on the type. */
export interface GeneratedRecord {
  type: string;
  pId: string;
  [field: string]: unknown;
}

export interface StoreOptions {
  /** Any integer; the same seed gives the same store. */
  seed: number;
  /** How many order lines follow the store's own. */
  orders: number;
  /** Begins every pId, so that two stores fit into one database. Default `gen`. */
  prefix?: string;
}

interface Reference {
  pId: string;
}

interface AppliedTax {
  tax: Reference;
  rate?: number;
  reRate?: number;
}

interface Article {
  number: number;
  name: string;
  /** Cents of a euro. */
  cents: number;
  weight: number;
  /** Sold in fractions, such as metres of cloth. */
  fractional: boolean;
}

const ORDER_STATUSES = [1, 1, 1, 1, 2, 2, 4, 4, 4, 0, 3, 5, 6, 20, -10, -20, -666] as const;
const FIRST_DAY = Date.UTC(2023, 0, 2, 8);
const ARTICLES = 40;

/** A small generator of pseudo-random numbers (mulberry32): good enough to vary, the same everywhere. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A number of at least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both possible. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]!;
  }
}

/**
 * Makes a store: zones, channels, headquarters with their number series, catalogue elements, taxes, sub-statuses,
 * tag groups, then orders of every kind.
 *
 * Orders have several currencies and scripts, bundles, options, shipments in parts, vouchers, surcharge and reverse
 * charge. They have discounts of rows, of shipments and of the order with every `applyTo`.
 * @returns the lines, in an order in which every reference is known
 */
export function* generateStore(options: StoreOptions): Generator<GeneratedRecord> {
  const store = new GeneratedStore(options);
  yield* store.masters();
  for (let number = 1; number <= options.orders; number++) yield store.order(number);
}

/** Writes lines as the body of an import: NDJSON. */
export function toNdjson(lines: Iterable<GeneratedRecord>): string {
  let text = '';
  for (const line of lines) text += `${JSON.stringify(line)}\n`;
  return text;
}

class GeneratedStore {
  readonly #dice: Dice;
  readonly #prefix: string;
  readonly #articles: readonly Article[];

  constructor({ seed, prefix = 'gen' }: StoreOptions) {
    this.#dice = new Dice(seed);
    this.#prefix = prefix;
    this.#articles = Array.from({ length: ARTICLES }, (_, index) => this.#article(index + 1));
  }

  #pId(name: string | number, kind = ''): string {
    return [this.#prefix, kind, String(name)].filter(Boolean).join('-');
  }

  #article(number: number): Article {
    const dice = this.#dice;
    return {
      number,
      name: `${dice.pick(GOODS)}, ${dice.pick(COLOURS)}`,
      cents: dice.between(150, 25_000),
      weight: dice.between(50, 4_000) / 1000,
      fractional: dice.chance(0.1),
    };
  }

  *masters(): Generator<GeneratedRecord> {
    for (const place of CUSTOMER_PLACES) {
      const { countryCode } = place;
      const pId = this.#pId(countryCode, 'zone');
      yield { type: 'zone', pId, countryCode, name: countryCode };
      const [city, , state] = place.cities[0]!;
      const parent = { pId };
      yield { type: 'zone', pId: `${pId}-1`, countryCode, name: state || city, parent };
    }
    yield { type: 'channel', pId: this.#pId('web', 'channel'), name: 'Web shop' };
    yield { type: 'channel', pId: this.#pId('market', 'channel'), name: 'Marketplace' };
    yield* this.#headquarters();
    yield* this.#elements();
    for (const [code, [name, rate, reRate]] of Object.entries(TAXES)) {
      yield { type: 'tax', pId: this.#pId(code), name, rate, ...(reRate && { reRate }) };
    }
    yield* this.#statuses();
    yield* this.#tagGroups();
  }

  *#headquarters(): Generator<GeneratedRecord> {
    yield {
      ...{ type: 'headquarter', pId: this.#pId('es', 'headquarter'), name: 'Tienda Ñandú, S.L.' },
      ...{ address: 'Calle Mayor 1', city: 'Barcelona', countryCode: 'ES', state: 'Barcelona' },
      ...{ postalCode: '08007', phone: '+34 930 000 000', email: 'store@example.com' },
      vat: 'ESB00000000',
    };
    const prefix = `${this.#prefix.toUpperCase()}-DE-`;
    yield {
      ...{ type: 'headquarter', pId: this.#pId('de', 'headquarter'), name: 'Ñandú Köln GmbH' },
      ...{ city: 'Köln', countryCode: 'DE', vat: 'DE000000000' },
      series: [
        { document: 'order', prefix, suffix: '' },
        { document: 'invoice', prefix: `${prefix}R`, suffix: '/K' },
      ],
    };
  }

  *#elements(): Generator<GeneratedRecord> {
    for (const [type, names] of ELEMENTS) {
      for (const [index, name] of names.entries()) {
        yield { type, pId: this.#pId(index + 1, type), name };
      }
    }
    for (const { number, name } of this.#articles) {
      const image = `products/${number}.png`;
      yield {
        type: 'product',
        pId: this.#pId(number, 'product'),
        name,
        sku: this.#sku(number),
        image,
      };
    }
  }

  *#statuses(): Generator<GeneratedRecord> {
    const sub = (document: string, status: number, name: string): GeneratedRecord => ({
      type: 'subStatus',
      pId: this.#pId(`${document}-${name.toLowerCase().replaceAll(' ', '-')}`),
      ...{ document, status, name, publicName: name, description: `${name} (${document})` },
      languages: [{ languageCode: 'es', name: `${name} (es)`, publicName: name, description: '' }],
    });
    yield sub('order', 1, 'New');
    yield sub('order', 2, 'Picking');
    const parent = { pId: this.#pId('order-picking') };
    yield { ...sub('order', 2, 'Waiting for stock'), parent };
    yield sub('rma', 1, 'Photos asked for');
    yield sub('shipment', 3, 'With the carrier');
  }

  *#tagGroups(): Generator<GeneratedRecord> {
    for (const [position, itemType] of [1, 2, 3, 10, 13].entries()) {
      const name = `Group of type ${itemType}`;
      const languages = [
        { languageCode: 'en', name, description: 'Made for specs' },
        { languageCode: 'es', name: `Grupo de tipo ${itemType}`, description: 'Año' },
      ];
      const pId = this.#pId(itemType, 'tagGroup');
      yield { type: 'tagGroup', pId, itemType, name, position, priority: position - 2, languages };
    }
  }

  #sku(article: number): string {
    return `SKU-${String(article).padStart(4, '0')}`;
  }

  /** Makes the order of that number; its date follows the number, a few hours apart. */
  order(number: number): GeneratedRecord {
    return new OrderMaker(this.#dice, this.#articles, this.#prefix, number).make();
  }
}

/** Makes one order. Money is counted in minor units of the order's currency, so nothing is inexact. */
class OrderMaker {
  readonly #place: CustomerPlace;
  readonly #date: number;
  /** Minor units of what the rows come to, before discounts of the order. */
  #rowsTotal = 0;
  /** Quantities of the document's rows, for shipments. */
  readonly #quantities: number[] = [];

  constructor(
    private readonly dice: Dice,
    private readonly articles: readonly Article[],
    private readonly prefix: string,
    private readonly number: number,
  ) {
    this.#place = dice.pick(CUSTOMER_PLACES);
    this.#date = FIRST_DAY + (number - 1) * 5 * 3_600_000 + dice.between(0, 3_599) * 1000;
  }

  make(): GeneratedRecord {
    const { dice } = this;
    const rows = Array.from({ length: dice.between(1, 5) }, (_, index) => this.#row(index));
    const shipments = this.#shipments();
    const discounts = this.#discounts(shipments);
    const status = dice.pick(ORDER_STATUSES);
    return {
      ...{ type: 'order', pId: this.#pId('order', this.number), date: this.#instant(0) },
      ...{ status, exported: dice.chance(0.2), rows },
      ...(status === 2 && { subStatus: this.#reference('order', 'waiting-for-stock') }),
      ...(dice.chance(0.1) && { documentNumber: `${this.prefix}/${this.number}` }),
      ...(dice.chance(0.6) && {
        paid: true,
        paymentDate: this.#instant(1),
        authNumber: `A${this.number}`,
      }),
      ...(dice.chance(0.3) && { deliveryDate: this.#instant(72) }),
      ...(dice.chance(0.2) && { comment: 'Bitte klingeln – Fräulein Weiß, 3º izq. 🎁' }),
      ...this.#currency(),
      languageCode: this.#place.languageCode,
      channel: this.#reference('channel', dice.chance(0.8) ? 'web' : 'market'),
      headquarter: this.#reference('headquarter', dice.chance(0.7) ? 'es' : 'de'),
      ...this.#customer(),
      ...(shipments.length > 0 && { shipments, delivery: { type: 0 } }),
      ...(discounts.length > 0 && { discounts }),
      payment: this.#payment(),
      ...this.#voucher(),
      additionalInformation: [{ name: 'userAgent', value: 'Mozilla/5.0 (spec)' }],
    };
  }

  #pId(kind: string, name: string | number): string {
    return `${this.prefix}-${kind}-${name}`;
  }

  #reference(kind: string, name: string | number): Reference {
    return { pId: this.#pId(kind, name) };
  }

  #instant(hoursLater: number): string {
    return new Date(this.#date + hoursLater * 3_600_000).toISOString();
  }

  /** Minor units -> a JSON number; the division of an integer by a power of ten prints exactly. */
  #money(minorUnits: number): number {
    return minorUnits / 10 ** this.#place.digits;
  }

  #price(cents: number): number {
    return Math.max(1, Math.round(cents * this.#place.factor));
  }

  #currency(): Partial<GeneratedRecord> {
    const { currencyCode } = this.#place;
    if (currencyCode === 'EUR' || this.dice.chance(0.3)) return { currencyCode };
    const { digits, factor } = this.#place;
    const exchangeRate = Math.round((factor * 100 * 1e6) / 10 ** digits) / 1e6;
    return { currencyCode, sourceCurrencyCode: 'EUR', exchangeRate };
  }

  #taxes(): { taxes?: AppliedTax[] } {
    if (this.#place.taxes.length === 0) return {};
    const codes = this.dice.pick(this.#place.taxes).split(' ');
    return { taxes: codes.map((code) => this.#tax(code)) };
  }

  #tax(code: string): AppliedTax {
    const tax = { pId: `${this.prefix}-${code}` };
    const [, rate, reRate] = TAXES[code]!;
    // Most rows leave the rates to the stored tax; some carry their own, as an old order does.
    if (this.dice.chance(0.7)) return { tax };
    return { tax, rate, ...(reRate && { reRate }) };
  }

  #row(index: number): Record<string, unknown> {
    if (this.dice.chance(0.12)) return this.#bundle();
    const gift = index > 0 && this.dice.chance(0.08);
    const row = gift ? this.#gift() : this.#product();
    this.#quantities.push(row['quantity'] as number);
    return row;
  }

  #bundle(): Record<string, unknown> {
    const number = this.dice.between(1, 2);
    const items = [this.#product(), this.#product()];
    this.#quantities.push(1);
    const product = this.#reference('bundle', number);
    return { type: 'bundle', product, name: `Bundle ${number}`, quantity: 1, items };
  }

  #gift(): Record<string, unknown> {
    const article = this.dice.pick(this.articles);
    return { ...this.#identity(article), type: 'gift', quantity: 1, price: 0, noReturn: true };
  }

  #identity(article: Article): Record<string, unknown> {
    const sku = `SKU-${String(article.number).padStart(4, '0')}`;
    return { product: this.#reference('product', article.number), name: article.name, sku };
  }

  #product(): Record<string, unknown> {
    const { dice } = this;
    const article = dice.pick(this.articles);
    const price = this.#price(article.cents);
    const thousandths = article.fractional ? dice.between(250, 4_750) : dice.between(1, 4) * 1000;
    const options = dice.chance(0.2) ? [this.#option(article.cents)] : [];
    const gross = Math.floor((price * thousandths) / 1000);
    this.#rowsTotal += gross;
    return {
      ...this.#identity(article),
      ...{ quantity: thousandths / 1000, price: this.#money(price), weight: article.weight },
      ...(dice.chance(0.1) && { previousPrice: this.#money(price * 2), brandName: 'Ñandú' }),
      ...(dice.chance(0.1) && { noReturn: true }),
      ...(dice.chance(0.1) && { onRequest: true, onRequestDays: dice.between(2, 20) }),
      ...this.#taxes(),
      ...this.#rowDiscount(gross),
      ...(options.length > 0 && { options }),
      ...(dice.chance(0.2) && { stocks: [this.#stock(thousandths / 1000)] }),
    };
  }

  #stock(quantity: number): Record<string, unknown> {
    const warehouse = this.#reference('warehouse', this.dice.between(1, 2));
    return { warehouse, quantity, date: this.#instant(24) };
  }

  #option(cents: number): Record<string, unknown> {
    const colour = this.dice.pick(COLOURS);
    const values = [
      {
        ...{ value: colour, price: this.#money(this.#price(Math.ceil(cents / 20))), weight: 0.01 },
        productOptionValue: { pId: `${this.prefix}-value-${colour.slice(0, 3)}` },
      },
    ];
    const option = this.#reference('option', 'colour');
    return { name: 'Colour', option, prompt: 'Choose a colour', values };
  }

  #rowDiscount(gross: number): { discounts?: Record<string, unknown>[] } {
    if (gross < 10 || !this.dice.chance(0.25)) return {};
    const percent = this.dice.pick([5, 10, 15]);
    const off = Math.floor((gross * percent) / 100);
    this.#rowsTotal -= off;
    const amount = this.#money(off);
    if (this.dice.chance(0.5)) {
      return {
        discounts: [
          { name: 'Voucher', amount, code: 'SAVE', discountType: 1, discountValue: amount },
        ],
      };
    }
    const description = `${percent} % off`;
    return {
      discounts: [{ name: 'Sale', amount, description, discountType: 2, discountValue: percent }],
    };
  }

  /** None, one with everything, or each row in its own (a part of it, where it can be parted). */
  #shipments(): Record<string, unknown>[] {
    const { dice } = this;
    if (dice.chance(0.1)) return [];
    if (dice.chance(0.7)) return [this.#shipment(1)];
    return this.#quantities.map((bought, row) => {
      const quantity = bought > 1 && dice.chance(0.3) ? 1 : bought;
      return { ...this.#shipment(row + 1), rows: [{ row, quantity }] };
    });
  }

  #shipment(number: number): Record<string, unknown> {
    const { dice } = this;
    const kind = dice.between(1, 3);
    const price = this.#price(dice.pick([0, 395, 595, 1250]));
    const off = Math.floor(price / 4);
    return {
      pId: this.#pId('shipment', `${this.number}-${number}`),
      ...{
        shippingType: this.#reference('shippingType', kind),
        name: ['Parcel', 'Express', 'Pallet'][kind - 1],
      },
      ...{ price: this.#money(price), status: dice.pick([1, 1, 2, 3, 4]), packages: 1 },
      ...this.#taxes(),
      ...(off > 0 &&
        dice.chance(0.2) && { discounts: [{ name: 'Club', amount: this.#money(off) }] }),
      ...(dice.chance(0.3) && { trackingNumber: `${this.prefix}-T${this.number}-${number}` }),
      incomingDate: this.#instant(12),
    };
  }

  /** Discounts of the order: small enough that all of them together fit under what they lower. */
  #discounts(shipments: readonly Record<string, unknown>[]): Record<string, unknown>[] {
    const { dice } = this;
    const found: Record<string, unknown>[] = [];
    const add = (applyTo: number, base: number, percent: number): void => {
      const amount = this.#money(Math.floor((base * percent) / 100));
      if (amount === 0) return;
      found.push({
        name: `Discount on ${applyTo}`,
        amount,
        amountType: 2,
        discountValue: percent,
        applyTo,
      });
    };
    if (dice.chance(0.15)) add(1, this.#rowsTotal, 10);
    if (dice.chance(0.15)) add(2, this.#shippingTotal(shipments), 50);
    if (dice.chance(0.15)) add(3, this.#rowsTotal, 5);
    if (dice.chance(0.05)) add(1, this.#rowsTotal, 3);
    return found;
  }

  /** Minor units of the shipments' prices; an own discount takes a quarter at most. */
  #shippingTotal(shipments: readonly Record<string, unknown>[]): number {
    const unit = 10 ** this.#place.digits;
    return shipments.reduce(
      (sum, { price }) => sum + Math.floor(Math.round((price as number) * unit) * 0.7),
      0,
    );
  }

  #payment(): Record<string, unknown> {
    const system = this.dice.between(1, 3);
    const paymentSystem = this.#reference('paymentSystem', system);
    if (system !== 2) return { paymentSystem, name: 'Card or transfer' };
    const price = this.#money(this.#price(250));
    return { paymentSystem, name: 'Cash on delivery', price, ...this.#taxes() };
  }

  #voucher(): { vouchers?: { code: string; amount: number }[] } {
    const minorUnits = Math.floor(this.#rowsTotal / 10);
    if (minorUnits === 0 || !this.dice.chance(0.15)) return {};
    const code = `${this.prefix}-V${this.number}`.toUpperCase();
    return { vouchers: [{ code, amount: this.#money(minorUnits) }] };
  }

  #customer(): Partial<GeneratedRecord> {
    const { dice } = this;
    const { countryCode } = this.#place;
    const billingAddress = { ...this.#address('Billing'), ...this.#taxation(countryCode) };
    const user = {
      email: `customer${dice.between(1, 400)}@example.com`,
      gender: dice.between(1, 2),
      billingAddress,
      ...(dice.chance(0.6) && { shippingAddress: this.#address('Shipping') }),
    };
    const company = billingAddress.userType === 2;
    return { user, ...(company && dice.chance(0.1) && { reverseChargeVat: true }) };
  }

  /** How the customer is taxed: surcharge for Spanish shops, reverse charge or no tax for some. */
  #taxation(countryCode: string): Record<string, unknown> {
    const { dice } = this;
    if (countryCode === 'ES' && dice.chance(0.3)) return { re: true };
    if (countryCode === 'DE' && dice.chance(0.2)) return { reverseChargeVat: true };
    return dice.chance(0.04) ? { tax: false } : {};
  }

  #address(alias: string): Record<string, unknown> & { userType: number } {
    const { dice } = this;
    const place = this.#place;
    const [city, postalCode, state] = dice.pick(place.cities);
    const userType = dice.pick([1, 1, 1, 2, 3]);
    return {
      ...{
        alias,
        userType,
        firstName: dice.pick(place.firstNames),
        lastName: dice.pick(place.lastNames),
      },
      ...(userType === 2 && {
        company: `${dice.pick(place.lastNames)} & Co.`,
        vat: `${place.countryCode}12345678`,
      }),
      ...{
        address: dice.pick(place.streets),
        number: String(dice.between(1, 199)),
        city,
        postalCode,
        state,
      },
      ...{ countryCode: place.countryCode, phone: `+00 ${dice.between(100_000, 999_999)}` },
    };
  }
}
