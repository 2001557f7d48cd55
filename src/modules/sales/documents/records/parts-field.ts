import { computedField, type RecordField, type RecordDefinition } from '../../../../api';

type ElementOf<A> = NonNullable<A> extends readonly (infer E)[] ? E : never;

/** A list of parts that document-tree.ts has nested in this source. They are loaded with the document. */
export function nestedListField<T, K extends keyof T & string, W extends object>(
  property: K,
  of: RecordDefinition<ElementOf<T[K]>, W>,
): RecordField<T, W[]> {
  return computedField<T, W[]>({
    schema: (nested) => ({ type: 'array', items: nested(of) }),
    write: (source, context) => {
      const list = (source[property] ?? []) as readonly ElementOf<T[K]>[];
      return list.map((part) => of.write(part, context));
    },
    needs: [],
  });
}
