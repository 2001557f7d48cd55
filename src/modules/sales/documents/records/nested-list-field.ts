import { computedListField, type RecordField, type RecordDefinition } from '../../../../api';

type ElementOf<A> = NonNullable<A> extends readonly (infer E)[] ? E : never;

/** A list of parts that document-tree.ts has nested in this source. They are loaded with the document. */
export function nestedListField<T, K extends keyof T & string, W extends object>(
  property: K,
  of: RecordDefinition<ElementOf<T[K]>, W>,
): RecordField<T, W[]> {
  return computedListField<T, ElementOf<T[K]>, W>(of, {
    from: (source) => source[property] as readonly ElementOf<T[K]>[] | null | undefined,
  });
}
