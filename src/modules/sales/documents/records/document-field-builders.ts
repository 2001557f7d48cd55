import {
  computedListField,
  objectField,
  type RecordField,
  type RecordDefinition,
  stringField,
} from '../../../../api';
import { mergePlans, createLoadPlanForType } from '../../../../core/load-plan';
import type { SalesDocument } from '../entities/document.entity';
import type { HeadquarterSnapshot } from '../entities/snapshots';

type Doc = SalesDocument;

/**
 * A nested object whose members are read from the document itself.
 * @param extensions members that extend the specification
 */
export function documentObjectField<W extends object>(
  fields: { [K in keyof W]: RecordField<Doc, W[K]> },
  extensions: readonly (keyof W & string)[] = [],
): RecordField<Doc, W> {
  return objectField<Doc, W>(fields, extensions);
}

/** A text of the document's headquarter snapshot; empty without a headquarter. */
export const headquarterTextField = (
  read: (snapshot: HeadquarterSnapshot) => string,
): RecordField<Doc, string> =>
  stringField<Doc>({
    compute: ({ headquarter }) => headquarter && read(headquarter),
    columns: ['headquarter'],
  });

/**
 * The document's own parts of a kind, without those of its rows and shipments, which document-assembly.ts separates.
 * @param loadedOwnerColumns columns that identify the row or shipment of a part, needed to separate them
 */
export function documentLevelPartsField<P, W extends object>(
  property: 'addresses' | 'taxes' | 'discounts' | 'statuses' | 'vouchers' | 'additionalItems',
  elementRecord: RecordDefinition<P, W>,
  loadedOwnerColumns: readonly (keyof P & string)[] = [],
): RecordField<Doc, W[]> {
  return computedListField<Doc, P, W>(elementRecord, {
    compute: (document) => document[property] as unknown as readonly P[],
    relations: {
      [property]: mergePlans(
        elementRecord.getLoadPlan(),
        createLoadPlanForType<P>(loadedOwnerColumns),
      ),
    },
  });
}
