import { elements, articles } from './goods';
import type { Country } from './countries';

/** An import record. */
export type DemoRecord = Readonly<Record<string, unknown> & { type: string; pId: string }>;

/** Returns an instant some days from another day, at midnight by default. */
export function toMidnight(today: string, offset: number, time = '00:00:00'): string {
  const date = new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000);
  return `${date.toISOString().slice(0, 10)}T${time}+00:00`;
}

/**
 * Creates the records that the store has before its customers: zones, channels, headquarters, products, taxes, groups,
 * tags, news, locations and templates.
 * @param today the current day of the store, YYYY-MM-DD
 */
export function createContentRecords(countries: readonly Country[], today: string): DemoRecord[] {
  return [
    ...countries.map(({ code }) => zone(code)),
    { type: 'channel', pId: 'web', name: 'Web shop' },
    { type: 'channel', pId: 'market', name: 'Marketplace' },
    ...headquarters,
    ...elements.map(([type, pId, name]) => element(type, pId, name)),
    ...countries.map(({ tax }): DemoRecord => ({ type: 'tax', ...tax })),
    ...subStatuses,
    statusAction,
    ...groups,
    ...tagGroups,
    ...tags,
    ...tagValues,
    ...newsLines(today),
    ...definitions,
    ...locations,
    {
      ...{ type: 'channelLocation', pId: 'gracia', channel: { pId: 'web' } },
      ...{ physicalLocation: { pId: 'gracia' }, headquarter: { pId: 'main' } },
      ...{ deliveryPoint: true, returnPoint: true, zoneRadius: 12.5 },
    },
  ].map((record) => (record.type === 'channelLocation' ? withoutPid(record) : record));
}

/** Removes the pId of records that are identified by what they link. */
function withoutPid({ pId: _ownNone, ...record }: DemoRecord): DemoRecord {
  return record as DemoRecord;
}

function zone(code: string): DemoRecord {
  return { type: 'zone', pId: code.toLowerCase(), countryCode: code, name: code };
}

function element(type: string, pId: string, name: string): DemoRecord {
  const sku = articles.find((article) => type === 'product' && article.pId === pId)?.sku;
  return { type, pId, name, ...(sku && { sku, image: `products/${pId}.png` }) };
}

const headquarters: readonly DemoRecord[] = [
  {
    ...{ type: 'headquarter', pId: 'main', name: 'Demo Store, S.L.', countryCode: 'ES' },
    ...{ address: 'Carrer de Mallorca 1', city: 'Barcelona', postalCode: '08008' },
    ...{ phone: '+34 930 000 000', email: 'store@example.com', vat: 'ESB00000000' },
    ...{ electronicAddress: '7300010000001', electronicAddressScheme: '0088' },
    series: [{ document: 'rma', prefix: 'RMA-', suffix: '' }],
  },
  {
    ...{ type: 'headquarter', pId: 'overseas', name: 'Demo Store Ltd', countryCode: 'GB' },
    ...{ address: '1 Market Street', city: 'Leeds', postalCode: 'LS1 1AA', vat: 'GB100000034' },
    ...{ electronicAddress: '7300010000018', electronicAddressScheme: '0088' },
    series: [{ document: 'rma', prefix: 'RMA-X-', suffix: '' }],
  },
];

const subStatuses: readonly DemoRecord[] = (
  [
    ['order', 2, 'picking', 'Picking', 'En preparación'],
    ['order', 0, 'address-unclear', 'Address unclear', 'Dirección dudosa'],
    ['rma', 2, 'inspection', 'Inspection', 'Revisión'],
    ['shipment', 3, 'with-carrier', 'With the carrier', 'En reparto'],
  ] as const
).map(([document, status, pId, name, spanish]) => ({
  ...{ type: 'subStatus', pId, document, status, name, publicName: name },
  languages: [{ languageCode: 'es', name: spanish, publicName: spanish }],
}));

/** Inactive, because the demo's orders are invoiced by `fill.ts`. */
const statusAction: DemoRecord = {
  ...{ type: 'statusAction', pId: 'invoice-when-completed', document: 'order', status: 4 },
  ...{ action: 'CREATE_INVOICE', active: false },
};

const groups: readonly DemoRecord[] = [
  { type: 'userGroup', pId: 'partners', name: 'Partners', description: 'Nobody yet' },
  { type: 'userGroup', pId: 'customers', name: 'Customers', defaultGroup: true },
  { type: 'userGroup', pId: 'wholesale', name: 'Wholesale', description: 'Who buys to sell' },
  { type: 'userGroup', pId: 'administrators', name: 'Administrators', systemGroup: true },
];

const tagGroups: readonly DemoRecord[] = (
  [
    ['looks', 'Looks', 'Aspecto', 1],
    ['care', 'Care', 'Cuidado', 1],
    ['about', 'About the customer', 'Sobre el cliente', 10],
    ['handling', 'Handling', 'Manejo', 13],
  ] as const
).map(([pId, name, spanish, itemType], index) => ({
  ...{ type: 'tagGroup', pId, name, itemType, position: index + 1, priority: index + 1 },
  languages: [
    { languageCode: 'en', name },
    { languageCode: 'es', name: spanish },
  ],
}));

/** Tags of every control type, for products, users and orders. */
const tags: readonly DemoRecord[] = (
  [
    ['colour', 'Colour', 'Color', 5, 1, 'looks'],
    ['shoe-size', 'Shoe size', 'Número de calzado', 2, 10, 'about'],
    ['gift', 'Gift', 'Regalo', 1, 13, 'handling'],
    ['organic', 'Organic', 'Ecológico', 1, 1, 'care'],
    ['weight', 'Weight in grams', 'Peso en gramos', 2, 1, 'looks'],
    ['material', 'Material', 'Material', 3, 1, 'looks'],
    ['on-sale-since', 'On sale since', 'En venta desde', 4, 1, 'looks'],
    ['care-label', 'Care label', 'Etiqueta', 6, 1, 'care'],
    ['story', 'Story', 'Historia', 7, 1, 'looks'],
    ['newsletter', 'Newsletter', 'Boletín', 1, 10, 'about'],
    ['packing', 'Packing', 'Embalaje', 5, 13, 'handling'],
  ] as const
).map(([pId, name, spanish, controlType, itemType, group], index) => ({
  ...{ type: 'tag', pId, active: true, controlType, itemType, position: index + 1, priority: 1 },
  ...{ valueForAllLanguages: true, groups: [{ group: { pId: group }, priority: 1 }] },
  languages: [
    { languageCode: 'en', name },
    { languageCode: 'es', name: spanish },
  ],
}));

const tagValues: readonly DemoRecord[] = (
  [
    ['colour', 'red', 'Red', 'Rojo'],
    ['colour', 'blue', 'Blue', 'Azul'],
    ['colour', 'white', 'White', 'Blanco'],
    ['packing', 'box', 'Box', 'Caja'],
    ['packing', 'bag', 'Paper bag', 'Bolsa de papel'],
  ] as const
).map(([tag, pId, value, spanish]) => ({
  ...{ type: 'tagValue', tag: { pId: tag }, pId },
  languages: [
    { languageCode: 'en', value },
    { languageCode: 'es', value: spanish },
  ],
}));

function newsLines(today: string): DemoRecord[] {
  const texts = [
    ['winter-sale', 'Winter sale', 'Rebajas de invierno', 'Up to half the price'],
    ['new-teapots', 'New teapots', 'Teteras nuevas', 'Six colours, one lid'],
    ['opening-hours', 'Longer opening hours', 'Más horas', 'Open until nine on Thursdays'],
    ['free-shipping', 'Free shipping', 'Envío gratis', 'For orders above 50 euros'],
    ['repair-day', 'Repair day', 'Día de reparación', 'We repair your lamps'],
    ['autumn-catalogue', 'Autumn catalogue', 'Catálogo de otoño', 'Read it on paper, too'],
  ] as const;
  return texts.map(([pId, name, spanish, shortText], index) => ({
    ...{ type: 'news', pId, name, active: index !== 5, priority: index + 1 },
    publicationDate: toMidnight(today, -10 * index, '08:00:00'),
    languages: [
      { languageCode: 'en', title: name, shortText, pageText: `<p>${shortText}.</p>` },
      { languageCode: 'es', title: spanish, shortText: spanish, pageText: `<p>${spanish}.</p>` },
    ],
    seo: { languages: [{ languageCode: 'en', keyWords: 'store', urlSeo: pId }] },
    activityLimits: [
      {
        activationDate: toMidnight(today, -10 * index),
        expirationDate: toMidnight(today, 30 - 10 * index),
      },
    ],
    newsItems: index % 2 === 0 ? [{ itemType: 30, pId: 'ES' }] : [],
  }));
}

const definitions: readonly DemoRecord[] = [
  {
    ...{ type: 'definition', pId: 'engraving', name: 'Engraving', description: 'On mugs' },
    definitionItems: [{ itemType: 30, pId: 'ES' }],
  },
  { type: 'definition', pId: 'gift-wrap', name: 'Gift wrap', description: 'Three papers' },
];

const locations: readonly DemoRecord[] = (
  [
    ['gracia', 'Gràcia', 'ES', 'Carrer de Verdi 10', 'Barcelona', '08012', 41.404, 2.157],
    ['leeds', 'Leeds', 'GB', '1 Market Street', 'Leeds', 'LS1 1AA', 53.797, -1.544],
    ['athens', 'Αθήνα', 'GR', 'Οδός Αθηνάς 5', 'Αθήνα', '105 51', 37.977, 23.726],
    ['osaka', '大阪', 'JP', '梅田1-2-3', '大阪市', '530-0001', 34.702, 135.496],
  ] as const
).map(([pId, name, countryCode, address, city, postalCode, latitude, longitude]) => ({
  ...{ type: 'location', pId, name, countryCode, address, city, postalCode, latitude, longitude },
  ...{ active: true, visibleOnMap: true, email: `${pId}@example.com` },
  languages: [{ languageCode: 'en', information: 'Open from 9 to 20' }],
}));
