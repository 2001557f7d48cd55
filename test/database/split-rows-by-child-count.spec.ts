/** @engine */
import { type Page, tapItems } from '../../src/core/page';
import { whereEquals, defineList, type DataAccess } from '../../src/database';
import { openSample, plan } from './sample';
import { Line, Part, Shop, Town } from './sample.entity';

const columns = plan<Shop>(['pId'], { lines: plan(['pId'], { parts: plan([]) }) });
const shops = defineList(Shop);
const lines = defineList(Line);
const first = { page: 1, perPage: 100 };

async function whole<T>({ items, remainingChunks }: Page<T>): Promise<T[]> {
  const all = [...items];
  for await (const piece of remainingChunks ?? []) all.push(...piece);
  return all;
}

describe('Loader.pageInPieces', () => {
  let dataAccess: DataAccess;
  let close: () => Promise<void>;
  let ids: number[];

  beforeAll(async () => {
    ({ dataAccess, close } = await openSample());
    const { unitOfWork, writer } = dataAccess;
    // With their lines and parts these shops are 1, 304, 504, 1, 1004 and 3 rows.
    const counts = [0, 300, 500, 0, 1000, 1];
    await unitOfWork.run(async () => {
      ids = await writer.insert(
        Shop,
        counts.map((_, at) => ({ pId: `shop-${at}` })),
      );
      for (const [at, count] of counts.entries()) {
        const shopId = ids[at] as number;
        const made = Array.from({ length: count }, (_, line) => ({ shopId, pId: `line-${line}` }));
        const lineIds = await writer.insert(Line, made);
        const parts = lineIds.slice(0, 3).map((lineId) => ({ shopId, lineId, name: 'part' }));
        await writer.insert(Part, parts);
      }
    });
  });
  afterAll(() => close());

  const inPieces = (query = {}): Promise<Page<Shop>> =>
    dataAccess.loader.listPageInChunks(shops, { ...first, ...query }, columns);

  it('holds what the page as a whole holds, cut by the number of rows', async () => {
    const page = await inPieces();
    const { items, ...expected } = await dataAccess.loader.listPage(shops, first, columns);
    const sizes = [page.items.length];
    const all: Shop[] = [...page.items];
    for await (const piece of page.remainingChunks ?? []) {
      sizes.push(piece.length);
      all.push(...piece);
    }
    expect(sizes).toEqual([2, 2, 1, 1]);
    expect(all).toEqual(items);
    const { items: _items, remainingChunks: _rest, ...envelope } = page;
    expect(envelope).toEqual(expected);
  });

  it('keeps the order that was asked for, and the cursors', async () => {
    const page = await inPieces({ sort: 'id.desc', perPage: 5 });
    const expected = { ...first, sort: 'id.desc', perPage: 5 };
    const atOnce = await dataAccess.loader.listPage(shops, expected, columns);
    expect(await whole(page)).toEqual(atOnce.items);
    expect(page.nextCursor).toBe(atOnce.nextCursor);
  });

  it('is a whole page where little hangs on its records', async () => {
    expect((await inPieces({ perPage: 2 })).remainingChunks).toBeUndefined();
    const [townId] = await dataAccess.unitOfWork.run(() =>
      dataAccess.writer.insert(Town, [{ pId: 't' }]),
    );
    const none = await dataAccess.loader.listPageInChunks(shops, first, columns, [
      whereEquals('townId', townId),
    ]);
    expect(none).toMatchObject({ items: [], total: 0 });
    expect(none.remainingChunks).toBeUndefined();
  });

  it('counts what hangs on a record that the records of the page name', async () => {
    const parts = plan<Line>(['pId'], { shop: columns });
    const page = await dataAccess.loader.listPageInChunks(lines, { ...first, perPage: 2 }, parts, [
      whereEquals('shopId', ids[4]),
    ]);
    expect(page.items).toHaveLength(1);
    expect((await whole(page)).map(({ shop }) => shop.lines.length)).toEqual([1000, 1000]);
  });

  it('leaves out what is gone when its piece is read', async () => {
    const page = await inPieces();
    const { unitOfWork, writer } = dataAccess;
    const [extra = 0] = await unitOfWork.run(() => writer.insert(Shop, [{ pId: 'gone' }]));
    const withExtra = await inPieces();
    await unitOfWork.run(() => writer.remove(Shop, extra));
    expect(await whole(withExtra)).toEqual(await whole(page));
  });

  it('has each record worked on when it is read', async () => {
    const seen: number[] = [];
    const page = tapItems(await inPieces(), ({ id }) => seen.push(id));
    expect(seen).toEqual(ids.slice(0, 2));
    await whole(page);
    expect(seen).toEqual(ids);
  });
});
