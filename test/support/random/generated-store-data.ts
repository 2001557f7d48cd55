/** The material of the generated store: places in several scripts, taxes, goods. */

/** Where a customer lives: names, streets and cities in the script of the place. */
export interface CustomerPlace {
  countryCode: string;
  currencyCode: string;
  /** Decimals of the currency's minor unit (ISO 4217). */
  digits: number;
  /** Minor units of the currency for one cent of a euro, roughly. */
  factor: number;
  languageCode: string;
  firstNames: readonly string[];
  lastNames: readonly string[];
  streets: readonly string[];
  cities: readonly (readonly [city: string, postalCode: string, state: string])[];
  taxes: readonly string[];
}

export const CUSTOMER_PLACES: readonly CustomerPlace[] = [
  {
    ...{ countryCode: 'ES', currencyCode: 'EUR', digits: 2, factor: 1, languageCode: 'es' },
    firstNames: ['Lucía', 'Íñigo', 'Begoña', 'José Ángel'],
    lastNames: ['Núñez Peña', 'Muñoz', 'Güell i Fàbregas', 'García-Ibáñez'],
    streets: ['Calle Mayor', 'Passeig de Gràcia', 'Avenida de la Constitución'],
    cities: [
      ['Barcelona', '08007', 'Barcelona'],
      ['A Coruña', '15001', 'A Coruña'],
      ['Málaga', '29005', 'Málaga'],
    ],
    taxes: ['es-vat-21', 'es-vat-10', 'es-vat-4'],
  },
  {
    ...{ countryCode: 'DE', currencyCode: 'EUR', digits: 2, factor: 1, languageCode: 'de' },
    firstNames: ['Jürgen', 'Käthe', 'Sören'],
    lastNames: ['Müller', 'Weiß', 'Großkopf'],
    streets: ['Schloßstraße', 'Am Bärenplatz'],
    cities: [
      ['Köln', '50667', 'Nordrhein-Westfalen'],
      ['München', '80331', 'Bayern'],
    ],
    taxes: ['de-vat-19', 'de-vat-7'],
  },
  {
    ...{ countryCode: 'GR', currencyCode: 'EUR', digits: 2, factor: 1, languageCode: 'el' },
    firstNames: ['Γιώργος', 'Ελένη'],
    lastNames: ['Παπαδόπουλος', 'Οικονόμου'],
    streets: ['Οδός Αθηνάς', 'Λεωφόρος Συγγρού'],
    cities: [['Αθήνα', '105 57', 'Αττική']],
    taxes: ['gr-vat-24'],
  },
  {
    ...{ countryCode: 'GB', currencyCode: 'GBP', digits: 2, factor: 0.86, languageCode: 'en' },
    firstNames: ['Siân', 'Oliver'],
    lastNames: ["O'Neill", 'Smith-Jones'],
    streets: ['High Street', 'Station Road'],
    cities: [['London', 'EC2M 2RB', 'Greater London']],
    taxes: ['gb-vat-20'],
  },
  {
    ...{ countryCode: 'US', currencyCode: 'USD', digits: 2, factor: 1.09, languageCode: 'en' },
    firstNames: ['Mary Ann', 'Brandon'],
    lastNames: ['Johnson', 'de la Cruz'],
    streets: ['Main St', 'W 34th St Apt 5B'],
    cities: [
      ['New York', '10001', 'NY'],
      ['Urbana', '61801', 'IL'],
    ],
    taxes: ['us-sales-8875'],
  },
  {
    ...{ countryCode: 'CA', currencyCode: 'CAD', digits: 2, factor: 1.48, languageCode: 'fr' },
    firstNames: ['Zoé', 'François'],
    lastNames: ['Lévesque', "L'Écuyer"],
    streets: ['rue Saint-Denis', 'boulevard René-Lévesque'],
    cities: [['Montréal', 'H2X 3K2', 'Québec']],
    // Two taxes on one row: each takes the whole base.
    taxes: ['ca-gst-5 ca-qst-9975'],
  },
  {
    ...{ countryCode: 'JP', currencyCode: 'JPY', digits: 0, factor: 1.6, languageCode: 'ja' },
    firstNames: ['花子', '太郎'],
    lastNames: ['山田', '佐藤'],
    streets: ['北青山二丁目', '梅田一丁目'],
    cities: [
      ['東京都港区', '107-0061', '東京都'],
      ['大阪市北区', '530-0001', '大阪府'],
    ],
    taxes: ['jp-tax-10', 'jp-tax-8'],
  },
  {
    ...{ countryCode: 'KW', currencyCode: 'KWD', digits: 3, factor: 3.3, languageCode: 'ar' },
    firstNames: ['فاطمة', 'أحمد'],
    lastNames: ['الصباح', 'العتيبي'],
    streets: ['شارع سالم المبارك', 'شارع الخليج العربي'],
    cities: [['السالمية', '22001', 'حولي']],
    taxes: [],
  },
  {
    ...{ countryCode: 'RU', currencyCode: 'RUB', digits: 2, factor: 98, languageCode: 'ru' },
    firstNames: ['Анна', 'Фёдор'],
    lastNames: ['Иванова', 'Королёв'],
    streets: ['Невский проспект', 'улица Лёни Голикова'],
    cities: [['Санкт-Петербург', '191186', 'Санкт-Петербург']],
    taxes: ['ru-vat-20'],
  },
  {
    ...{ countryCode: 'IL', currencyCode: 'ILS', digits: 2, factor: 4, languageCode: 'he' },
    firstNames: ['נועה', 'יוסף'],
    lastNames: ['כהן', 'לוי'],
    streets: ['רחוב דיזנגוף'],
    cities: [['תל אביב', '6433221', 'תל אביב']],
    taxes: ['il-vat-17'],
  },
  {
    ...{ countryCode: 'TW', currencyCode: 'TWD', digits: 2, factor: 35, languageCode: 'zh' },
    firstNames: ['淑芬', '志明'],
    lastNames: ['陳', '林'],
    streets: ['忠孝東路四段', '中山北路二段'],
    cities: [['臺北市', '106', '大安區']],
    taxes: ['tw-vat-5'],
  },
  {
    ...{ countryCode: 'TH', currencyCode: 'THB', digits: 2, factor: 38, languageCode: 'th' },
    firstNames: ['สมชาย', 'มาลี'],
    lastNames: ['ใจดี', 'ศรีสุข'],
    streets: ['ถนนสุขุมวิท'],
    cities: [['กรุงเทพมหานคร', '10110', 'คลองเตย']],
    taxes: ['th-vat-7'],
  },
];

/** name, percent, equivalence surcharge in percent */
export const TAXES: Readonly<
  Record<string, readonly [name: string, rate: number, reRate?: number]>
> = {
  'es-vat-21': ['IVA general', 21, 5.2],
  'es-vat-10': ['IVA reducido', 10, 1.4],
  'es-vat-4': ['IVA superreducido', 4, 0.5],
  'de-vat-19': ['Umsatzsteuer', 19],
  'de-vat-7': ['Umsatzsteuer, ermäßigt', 7],
  'gr-vat-24': ['ΦΠΑ', 24],
  'gb-vat-20': ['VAT', 20],
  'us-sales-8875': ['Sales tax', 8.875],
  'ca-gst-5': ['TPS', 5],
  'ca-qst-9975': ['TVQ', 9.975],
  'jp-tax-10': ['消費税', 10],
  'jp-tax-8': ['消費税（軽減税率）', 8],
  'ru-vat-20': ['НДС', 20],
  'il-vat-17': ['מע״מ', 17],
  'tw-vat-5': ['營業稅', 5],
  'th-vat-7': ['ภาษีมูลค่าเพิ่ม', 7],
};

export const GOODS = ['Café mug', 'Tote bag', 'Desk lamp', 'Notebook A5', 'Wool blanket', 'Teapot'];
export const COLOURS = ['red', 'blue', 'grey', 'señorial green', 'black'];

/** Elements of which the store has a few, in addition to products and categories. */
export const ELEMENTS: readonly (readonly [type: string, names: readonly string[]])[] = [
  ['category', ['Kitchen', 'Bags', 'Lighting', 'Paper']],
  ['page', ['About us', 'Condiciones de venta']],
  ['area', ['Home, top', 'Checkout']],
  ['banner', ['Summer sale']],
  ['blogCategory', ['Recipes']],
  ['blogPost', ['How to brew tea', 'お茶の入れ方']],
  ['bundle', ['Tea set for two', 'Office starter']],
  ['discount', ['Ten percent', 'Welcome']],
  ['priceList', ['Wholesale']],
  ['paymentSystem', ['Card', 'Cash on delivery', 'Bank transfer']],
  ['rewardPoint', ['Club points']],
  ['shippingType', ['Parcel', 'Express', 'Pallet']],
  ['relatedDefinition', ['Goes well with']],
  ['warehouse', ['Barcelona', 'Köln']],
];
