import { computed, group, type RecordField, type RecordOf } from '../../../../api';
import { joined, reading } from '../../../../core/load-plan';
import type { SalesDocument } from '../entities/document.entity';

type Doc = SalesDocument;

/** Keys in an object of their own, read from the document too. */
export function section<W extends object>(fields: {
  [K in keyof W]: RecordField<Doc, W[K]>;
}): RecordField<Doc, W> {
  return group<Doc, W>(fields);
}

/** The document's own parts of a kind: those that hang on none of its lines or shipments. */
export function own<P, W extends object>(
  property: 'addresses' | 'taxes' | 'discounts' | 'statuses' | 'vouchers' | 'additionalItems',
  of: RecordOf<P, W>,
  place: readonly (keyof P & string)[] = [],
): RecordField<Doc, W[]> {
  return computed<Doc, W[]>({
    schema: (nested) => ({ type: 'array', items: nested(of) }),
    write: (document, context) => {
      const list = document[property] as unknown as readonly P[];
      return list.map((part) => of.write(part, context));
    },
    needs: [],
    relations: { [property]: joined(of.plan(), reading<P>(place)) },
  });
}
