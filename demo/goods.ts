/** A product of the demo store. */
export interface DemoArticle {
  readonly pId: string;
  readonly name: string;
  readonly sku: string;
  /** Price in euros, before tax. */
  readonly price: number;
  readonly category: string;
  /** Hue of its image, in degrees. */
  readonly hue: number;
}

type Row = readonly [pId: string, name: string, price: number, category: string];

const rows: readonly Row[] = [
  ['mug', 'Mug', 9.9, 'kitchen'],
  ['teapot', 'Teapot', 34.5, 'kitchen'],
  ['tea-towel', 'Tea towel', 7.25, 'kitchen'],
  ['bread-board', 'Bread board', 22, 'kitchen'],
  ['salad-bowl', 'Salad bowl', 27.9, 'kitchen'],
  ['coffee-grinder', 'Coffee grinder', 49, 'kitchen'],
  ['tote-bag', 'Tote bag', 15, 'bags'],
  ['backpack', 'Backpack', 69, 'bags'],
  ['wash-bag', 'Wash bag', 19.5, 'bags'],
  ['desk-lamp', 'Desk lamp', 59, 'lighting'],
  ['floor-lamp', 'Floor lamp', 129, 'lighting'],
  ['candle', 'Candle', 6.4, 'lighting'],
  ['notebook', 'Notebook A5', 8.5, 'paper'],
  ['diary', 'Diary', 17.9, 'paper'],
  ['postcards', 'Postcards, set of 12', 9, 'paper'],
  ['wool-blanket', 'Wool blanket', 89, 'textiles'],
  ['cushion', 'Cushion', 24.9, 'textiles'],
  ['bath-towel', 'Bath towel', 21, 'textiles'],
  ['rain-coat', 'Rain coat', 95, 'textiles'],
  ['scarf', 'Scarf', 32, 'textiles'],
];

export const articles: readonly DemoArticle[] = rows.map(([pId, name, price, category], index) => ({
  ...{ pId, name, price, category, hue: (index * 47) % 360 },
  sku: `${pId.slice(0, 3).toUpperCase()}-${String(index + 1).padStart(3, '0')}`,
}));

/** All elements, in the order of their creation. */
export const elements: readonly (readonly [type: string, pId: string, name: string])[] = [
  ['banner', 'winter-coats', 'Winter coats'],
  ['banner', 'summer-sale', 'Summer sale'],
  ...articles.map(({ pId, name }) => ['product', pId, name] as const),
  ['category', 'kitchen', 'Kitchen'],
  ['category', 'bags', 'Bags'],
  ['category', 'lighting', 'Lighting'],
  ['category', 'paper', 'Paper'],
  ['category', 'textiles', 'Textiles'],
  ['page', 'about-us', 'About us'],
  ['bundle', 'tea-for-two', 'Tea for two'],
  ['discount', 'welcome', 'Welcome'],
  ['priceList', 'wholesale', 'Wholesale'],
  ['paymentSystem', 'card', 'Card'],
  ['paymentSystem', 'transfer', 'Bank transfer'],
  ['shippingType', 'parcel', 'Parcel'],
  ['shippingType', 'express', 'Express'],
  ['warehouse', 'barcelona', 'Barcelona'],
];
