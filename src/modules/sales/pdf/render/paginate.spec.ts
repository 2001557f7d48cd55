import { type Block, paginate, type Placed } from './paginate';

const draw = (): void => undefined;
const block = (height: number, values: Partial<Block> = {}): Block => ({ height, draw, ...values });

const first = { top: 0, bottom: 100 };
const next = { top: 20, bottom: 100 };
const heights = (pages: readonly (readonly Placed[])[]): [number, number][][] =>
  pages.map((page) => page.map(({ y, block: { height } }) => [y, height]));
const laidOut = (...blocks: readonly Block[]) => heights(paginate(blocks, first, next));

describe('the layout of pages', () => {
  it('puts blocks below each other until a page is full', () => {
    expect(laidOut(block(60), block(40), block(10), block(70))).toEqual([
      [
        [0, 60],
        [60, 40],
      ],
      [
        [20, 10],
        [30, 70],
      ],
    ]);
    expect(laidOut()).toEqual([[]]);
  });

  it('begins no page with white space', () => {
    const space = block(10, { isSpace: true });
    expect(laidOut(space, block(95), space, block(30))).toEqual([[[0, 95]], [[20, 30]]]);
  });

  it('keeps together what belongs together, as far as a page has room for it', () => {
    const kept = block(30, { keepWithNext: true });
    expect(laidOut(block(50), kept, block(30))).toEqual([
      [[0, 50]],
      [
        [20, 30],
        [50, 30],
      ],
    ]);
    // Three of them and what follows fill more than a page: then they stand where there is room.
    expect(laidOut(block(50), kept, kept, kept)[0]).toEqual([
      [0, 50],
      [50, 30],
    ]);
  });

  it('repeats the head of a table on every page that it goes on to', () => {
    const header = block(15, { keepWithNext: true });
    const row = block(30, { header });
    expect(laidOut(block(40), header, row, row, row, row, block(5))).toEqual([
      [
        [0, 40],
        [40, 15],
        [55, 30],
      ],
      [
        [20, 15],
        [35, 30],
        [65, 30],
      ],
      [
        [20, 15],
        [35, 30],
        [65, 5],
      ],
    ]);
    // The head alone stays at the foot of no page.
    expect(laidOut(block(80), header, row)[1]).toEqual([
      [20, 15],
      [35, 30],
    ]);
  });

  it('gives what is higher than a page one of its own', () => {
    expect(laidOut(block(10), block(500), block(10))).toEqual([[[0, 10]], [[20, 500]], [[20, 10]]]);
  });
});
