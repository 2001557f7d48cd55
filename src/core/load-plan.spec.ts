import {
  createAttachedPropertyPlan,
  isPlanAffected,
  idOnlyPlan,
  mergePlans,
  type Loaded,
  type LoadPlan,
  pIdOnlyPlan,
  createLoadPlan,
  type RecordPlan,
} from './load-plan';

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

const said = ({ columns, relations }: LoadPlan): unknown => ({
  columns: [...columns],
  ...Object.fromEntries([...relations].map(([name, nested]) => [name, said(nested)])),
});

describe('createLoadPlan', () => {
  it('contains columns, and those of relations', () => {
    expect(said(createLoadPlan(Shelf, ['label'], { books: ['title'] }))).toEqual({
      columns: ['label'],
      books: { columns: ['title'] },
    });
  });

  it('accepts a plan for a relation with further relations', () => {
    const books = createLoadPlan(Book, ['keywords'], { shelf: [] });
    expect(said(createLoadPlan(Shelf, [], { books }))).toEqual({
      columns: [],
      books: { columns: ['keywords'], shelf: { columns: [] } },
    });
  });

  it('does not compile with unknown names', () => {
    // @ts-expect-error no column of shelves
    createLoadPlan(Shelf, ['lable']);
    // @ts-expect-error no relation of shelves
    createLoadPlan(Shelf, [], { bokks: ['title'] });
    // @ts-expect-error no column of books
    createLoadPlan(Shelf, [], { books: ['titel'] });
    // @ts-expect-error no column of shelves, two relations away
    createLoadPlan(Shelf, [], { books: createLoadPlan(Book, [], { shelf: ['lable'] }) });
    // @ts-expect-error a column, not a relation
    createLoadPlan(Book, [], { keywords: [] });
    // @ts-expect-error put together by hand
    const plans: LoadPlan[] = [{ columns: new Set(['title']), relations: new Map() }];
    expect(plans).toHaveLength(1);
  });
});

/** Replaces the loader: returns the members of a plan. */
declare function read<E, R>(entity: new () => E, plan: LoadPlan<E, R>): R;

/** A service that loads records with the plan of a response. */
declare function get<R>(id: number, plan: LoadPlan<Shelf, R>): R;

describe('a record that a plan has loaded', () => {
  const shelfPlan = createLoadPlan(Shelf, ['label'], { books: ['title'] });
  const bookPlan = createLoadPlan(Book, ['pages'], {
    shelf: createLoadPlan(Shelf, ['pId'], { books: ['keywords'] }),
  });

  it('has the id and the members of the plan, with the types of the entity', () => {
    const shelf: Loaded<typeof shelfPlan> = {
      id: 1,
      label: 'a',
      books: [{ id: 2, title: 'b' }],
    };
    const book: Loaded<typeof bookPlan> = {
      id: 2,
      pages: null,
      shelf: { id: 1, pId: 'a', books: [{ id: 2, keywords: ['c'] }] },
    };
    const unshelved: Loaded<typeof bookPlan> = { id: 3, pages: 4, shelf: null };
    expect([shelf.books[0]?.title, book.shelf?.books[0]?.keywords, unshelved.shelf]).toEqual([
      'b',
      ['c'],
      null,
    ]);
  });

  it('has no other members: access does not compile', () => {
    const never = (): unknown[] => {
      const shelf = read(Shelf, shelfPlan);
      const book = read(Book, bookPlan);
      return [
        // @ts-expect-error a column that the plan leaves out
        shelf.pId,
        // @ts-expect-error a column that the plan leaves out of the books
        shelf.books[0]?.pages,
        // @ts-expect-error a relation that the plan leaves out of the books
        shelf.books[0]?.shelf,
        // @ts-expect-error a book may have no shelf
        book.shelf.pId,
        // @ts-expect-error a column that the plan leaves out, two relations away
        book.shelf?.books[0]?.title,
        // @ts-expect-error the plan reads ids alone
        read(Shelf, idOnlyPlan).pId,
        // @ts-expect-error the plan of another entity
        read(Book, shelfPlan),
        // @ts-expect-error a shelf with all its columns was not read
        shelf satisfies Shelf,
      ];
    };
    expect(never).toBeInstanceOf(Function);
  });

  it('has the members of both plans if two are merged', () => {
    const never = (): unknown[] => {
      const shelf = read(
        Shelf,
        mergePlans(shelfPlan, createLoadPlan(Shelf, ['pId'], { books: ['pages'] })),
      );
      return [
        shelf.label,
        shelf.pId,
        shelf.books[0]?.title,
        shelf.books[0]?.pages,
        // @ts-expect-error neither of them reads it
        shelf.books[0]?.keywords,
      ];
    };
    expect(never).toBeInstanceOf(Function);
  });

  it('belongs to the record definition of its plan', () => {
    const never = (table: RecordPlan<Shelf>): unknown[] => {
      const shelf: Shelf = get(1, table);
      return [
        shelf,
        get(1, shelfPlan).label,
        // @ts-expect-error a column that the plan leaves out
        get(1, shelfPlan).pId,
        // @ts-expect-error the table of another entity
        get(1, bookPlan),
      ];
    };
    expect(never).toBeInstanceOf(Function);
  });

  it('is affected by a change of one of its members', () => {
    expect(isPlanAffected(shelfPlan, { label: '' })).toBe(true);
    expect(isPlanAffected(shelfPlan, { books: [] })).toBe(true);
    expect(isPlanAffected(shelfPlan, { pId: 'a', label: undefined })).toBe(false);
  });
});

describe('mergePlans', () => {
  it('loads everything that the plans load, including relations', () => {
    const one = createLoadPlan(Shelf, ['label'], { books: ['title'] });
    const other = createLoadPlan(Shelf, ['pId'], {
      books: createLoadPlan(Book, ['pages'], { shelf: [] }),
    });
    expect(said(mergePlans(one, other, idOnlyPlan, pIdOnlyPlan))).toEqual({
      columns: ['label', 'pId'],
      books: { columns: ['title', 'pages'], shelf: { columns: [] } },
    });
  });

  it('keeps attached properties', () => {
    expect(mergePlans(createAttachedPropertyPlan('count'), pIdOnlyPlan).attachedProperties).toEqual(
      new Set(['count']),
    );
    expect(mergePlans(idOnlyPlan, pIdOnlyPlan).attachedProperties).toBeUndefined();
  });
});
