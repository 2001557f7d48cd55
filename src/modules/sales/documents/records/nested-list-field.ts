import { computedListField, type RecordField, type RecordDefinition } from '../../../../api';

type ElementOf<A> = NonNullable<A> extends readonly (infer E)[] ? E : never;

/** A list of parts that document-assembly.ts has nested in this source. They are loaded with the document. */
export function nestedListField<T, K extends keyof T & string, W extends object>(
  property: K,
  elementRecord: RecordDefinition<ElementOf<T[K]>, W>,
): RecordField<T, W[]> {
  return computedListField<T, ElementOf<T[K]>, W>(elementRecord, {
    compute: (source) => source[property] as readonly ElementOf<T[K]>[] | null | undefined,
  });
}
