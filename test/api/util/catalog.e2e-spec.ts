import { catalogKinds } from '../../../src/platform/catalog';
import { anyTime } from '../../support/any-time';
import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';

interface ElementRecord {
  readonly ID: number;
  readonly IMAGE: string;
  readonly NAME: string;
  readonly PID: string;
  readonly SKU: string;
}

interface CatalogPage {
  readonly CURSORS: { readonly NEXT: string; readonly PREVIOUS: string };
  readonly ELEMENTS: readonly ElementRecord[];
  readonly ITEMS: number;
  readonly PAGERPARAMETERS: object;
}

const withoutSku = ['zone', 'channel', 'headquarter', 'tax'];

describe('the catalog', () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
    const lines = catalogKinds.flatMap((type) => [
      { type, pId: 'one', name: `One ${type}`, ...fields(type) },
      { type, pId: 'Größe 👕/尺寸', name: 'Größe 尺寸', ...fields(type) },
    ]);
    const products = ['Éclair', 'apple', 'Banana', 'cherry', 'Äpfel'].map((name, at) => ({
      ...{ type: 'product', pId: `fruit-${at}`, name, sku: `SKU-${5 - at}` },
    }));
    const { errors } = await importLines(service, [...lines, ...products]);
    expect(errors).toEqual([]);
  });
  afterAll(() => service.stop());

  const fields = (type: string): object => {
    if (type === 'zone') return { countryCode: 'ES' };
    if (type === 'tax') return { rate: 21 };
    return withoutSku.includes(type) ? {} : { sku: `S-${type}`, image: `${type}.png` };
  };
  const list = async (query: string): Promise<CatalogPage> => {
    const response = await service.get(`/v1/catalog/${query}`);
    expect(response.status).toBe(200);
    return response.body as CatalogPage;
  };
  const pIds = async (query: string): Promise<string[]> =>
    (await list(query)).ELEMENTS.map(({ PID }) => PID);

  it.each(catalogKinds)('shows what was imported of the type %s', async (type) => {
    const { ELEMENTS, ITEMS } = await list(`${type}?perPage=2`);
    const hasSku = !withoutSku.includes(type);
    const shown = {
      ID: expect.any(Number) as number,
      IMAGE: hasSku ? `${type}.png` : '',
      SKU: hasSku ? `S-${type}` : '',
      UPDATEDAT: anyTime,
    };
    expect(ELEMENTS).toEqual([
      { ...shown, NAME: `One ${type}`, PID: 'one' },
      { ...shown, NAME: 'Größe 尺寸', PID: 'Größe 👕/尺寸' },
    ]);
    expect(ITEMS).toBe(type === 'product' ? 7 : 2);
    for (const { ID, PID } of ELEMENTS) {
      const found = await service.get(`/v1/catalog/${type}/getId/${encodeURIComponent(PID)}`);
      expect(found.body).toEqual({ ID });
    }
    expect((await service.get(`/v1/catalog/${type}/getId/ONE`)).status).toBe(404);
    expect(await list(`${type}?fields=IMAGE,SKU,ID&perPage=1`)).toMatchObject({
      ELEMENTS: [{ ID: ELEMENTS[0]?.ID, IMAGE: shown.IMAGE, SKU: shown.SKU }],
    });
  });

  it.each(['products', 'Product', 'subStatus', 'toString', 'language'])(
    'has no type %s',
    async (type) => {
      expect((await service.get(`/v1/catalog/${type}`)).status).toBe(404);
      expect((await service.get(`/v1/catalog/${type}/getId/one`)).status).toBe(404);
    },
  );

  it('sorts', async () => {
    const fruit = 'product?q=fruit';
    expect(await pIds(fruit)).toEqual(['fruit-0', 'fruit-1', 'fruit-2', 'fruit-3', 'fruit-4']);
    expect(await pIds(`${fruit}&sort=id.desc`)).toEqual((await pIds(fruit)).reverse());
    expect(await pIds(`${fruit}&sort=pId.desc`)).toEqual((await pIds(fruit)).reverse());
    expect(await pIds(`${fruit}&sort=name.asc`)).toEqual([
      ...['fruit-4', 'fruit-1', 'fruit-2', 'fruit-3', 'fruit-0'],
    ]);
    expect((await service.get(`/v1/catalog/${fruit}&sort=sku.asc`)).status).toBe(400);
    expect((await service.get('/v1/catalog/zone?sort=countryCode.asc')).status).toBe(400);
  });

  it('searches pIds, names and SKUs of one type', async () => {
    expect(await pIds('product?q=apfel')).toEqual(['fruit-4']);
    expect(await pIds('product?q=sku-3')).toEqual(['fruit-2']);
    expect(await pIds('product?q=FRUIT-1%20APP')).toEqual(['fruit-1']);
    expect(await pIds('page?q=fruit')).toEqual([]);
    expect(await pIds('zone?q=%E5%B0%BA')).toEqual(['Größe 👕/尺寸']);
    expect(await pIds('headquarter?q=one')).toEqual(['one']);
  });

  it('is walked by cursors', async () => {
    const first = await list('product?perPage=3&sort=name.desc');
    expect(first).toMatchObject({ ITEMS: 7, PAGERPARAMETERS: { PAGE: 1, PERPAGE: 3 } });
    expect(first.CURSORS.PREVIOUS).toBe('');
    const seen = first.ELEMENTS.map(({ PID }) => PID);
    for (let next = first.CURSORS.NEXT; next !== '';) {
      const { body } = await service.get(next.slice(service.url.length));
      const page = body as CatalogPage;
      seen.push(...page.ELEMENTS.map(({ PID }) => PID));
      next = page.CURSORS.NEXT;
    }
    expect(seen).toEqual(await pIds('product?sort=name.desc'));
    expect(await pIds('product?perPage=3&page=3&sort=name.desc')).toEqual(seen.slice(6));
  });

  it('needs the scope of util', async () => {
    const key = await service.createKey('sales:write');
    expect((await service.get('/v1/catalog/product', { key })).status).toBe(403);
    expect((await service.get('/v1/catalog/product/getId/one', { key })).status).toBe(403);
  });
});
