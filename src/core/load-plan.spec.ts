import { attaching, idOnly, joined, type LoadPlan, pIdOnly, plan } from './load-plan';

class Shelf {
  id!: number;
  pId!: string;
  label!: string;
  books!: Book[];
}

class Book {
  id!: number;
  title!: string;
  pages!: number | null;
  keywords!: string[];
  shelf!: Shelf | null;
}

const said = ({ columns, relations }: ReturnType<typeof plan>): unknown => ({
  columns: [...columns],
  ...Object.fromEntries([...relations].map(([name, nested]) => [name, said(nested)])),
});

describe('plan', () => {
  it('names columns, and those of relations', () => {
    expect(said(plan(Shelf, ['label'], { books: ['title'] }))).toEqual({
      columns: ['label'],
      books: { columns: ['title'] },
    });
  });

  it('takes a plan for a relation that has relations in turn', () => {
    const books = plan(Book, ['keywords'], { shelf: [] });
    expect(said(plan(Shelf, [], { books }))).toEqual({
      columns: [],
      books: { columns: ['keywords'], shelf: { columns: [] } },
    });
  });

  it('does not compile with a name that the entity does not have', () => {
    // @ts-expect-error no column of shelves
    plan(Shelf, ['lable']);
    // @ts-expect-error no relation of shelves
    plan(Shelf, [], { bokks: ['title'] });
    // @ts-expect-error no column of books
    plan(Shelf, [], { books: ['titel'] });
    // @ts-expect-error no column of shelves, two relations away
    plan(Shelf, [], { books: plan(Book, [], { shelf: ['lable'] }) });
    // @ts-expect-error a column, not a relation
    plan(Book, [], { keywords: [] });
    // @ts-expect-error put together by hand
    const plans: LoadPlan[] = [{ columns: new Set(['title']), relations: new Map() }];
    expect(plans).toHaveLength(1);
  });
});

describe('joined', () => {
  it('reads what any of the plans say, relations too', () => {
    const one = plan(Shelf, ['label'], { books: ['title'] });
    const other = plan(Shelf, ['pId'], { books: plan(Book, ['pages'], { shelf: [] }) });
    expect(said(joined(one, other, idOnly, pIdOnly))).toEqual({
      columns: ['label', 'pId'],
      books: { columns: ['title', 'pages'], shelf: { columns: [] } },
    });
  });

  it('keeps what services attach', () => {
    expect(joined(attaching('count'), pIdOnly).attached).toEqual(new Set(['count']));
    expect(joined(idOnly, pIdOnly).attached).toBeUndefined();
  });
});
