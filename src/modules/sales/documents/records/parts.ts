import { custom, type RecordField, type RecordOf } from '../../../../api';
import type { LoadPlan } from '../../../../core/load-plan';

type ElementOf<A> = NonNullable<A> extends readonly (infer E)[] ? E : never;

/** Parts that the assembled document holds below this source (document-tree.ts); read with the document. */
export function parts<T, K extends keyof T & string, W extends object>(
  property: K,
  of: RecordOf<ElementOf<T[K]>, W>,
): RecordField<T, W[]> {
  return custom<T, W[]>({
    schema: (nested) => ({ type: 'array', items: nested(of) }),
    write: (source, context) => {
      const list = (source[property] ?? []) as readonly ElementOf<T[K]>[];
      return list.map((part) => of.write(part, context));
    },
    needs: [],
  });
}

/** An array that has no elements yet, of records that are known. */
export function none<T, P, W extends object>(of: RecordOf<P, W>): RecordField<T, W[]> {
  return custom<T, W[]>({
    schema: (nested) => ({ type: 'array', items: nested(of) }),
    write: () => [],
    needs: [],
  });
}

/**
 * What must be read of a part's table.
 * @param of the records that show the part
 * @param also columns that put the part in its place
 */
export function needed<T>(
  of: readonly RecordOf<T, object>[],
  also: readonly (keyof T & string)[] = [],
): LoadPlan {
  const columns = new Set<string>(also);
  for (const shown of of) for (const column of shown.plan().columns) columns.add(column);
  return { columns, relations: new Map() };
}
