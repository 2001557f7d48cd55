import { type Loaded, createLoadPlan, createLoadPlanForType } from '../../../core/load-plan';
import {
  type Condition,
  type EntityClass,
  whereEquals,
  whereIn,
  type Loader,
} from '../../../database';
import {
  type CompositeReference,
  createPidResolver,
} from '../../../platform/data-transfer/imports';
import { StatusAction } from '../actions';
import { type DocumentKind, toDocumentKind, documentTypes } from '../documents';
import { DocumentDiscount } from '../documents/entities/document-discount.entity';
import { SalesDocument } from '../documents/entities/document.entity';
import { Shipment } from '../documents/entities/shipment.entity';
import { SubStatus } from '../states';
import { DocumentNameDto, PartNameDto } from './snapshots.dto';

export const subStatusPidResolver = createPidResolver('subStatus', SubStatus);
export const statusActionPidResolver = createPidResolver('statusAction', StatusAction);
export const orderPidResolver = createPidResolver('order', SalesDocument, [
  whereEquals('type', documentTypes.order),
]);

const namePlan = createLoadPlan(SalesDocument, ['type', 'pId']);

/** A document of any kind; the key contains kind and pId. */
export const documentReference: CompositeReference<DocumentNameDto> = {
  dto: DocumentNameDto,
  toKey: ({ document, pId }) => JSON.stringify([document, pId]),
  toDto: (key) => {
    const [document, pId] = JSON.parse(key) as [DocumentKind, string];
    return { document, pId };
  },
  resolver: {
    resource: 'document',
    findNaturalKeys: async (loader, ids) => {
      const found = await loader.listByIds(SalesDocument, ids, namePlan);
      return new Map(found.map((one) => [one.id, toDocumentKey(one)]));
    },
    findIds: async (loader, keys) => {
      const references = keys.map(documentReference.toDto);
      const conditions: Condition[] = [
        whereIn('type', [...new Set(references.map(({ document }) => documentTypes[document]))]),
        whereIn('pId', [...new Set(references.map(({ pId }) => pId))]),
      ];
      const found = await loader.listWhere(SalesDocument, conditions, namePlan);
      return new Map(found.map((one) => [toDocumentKey(one), one.id]));
    },
  },
};

function toDocumentKey({ type, pId }: Loaded<typeof namePlan>): string {
  return documentReference.toKey({ document: toDocumentKind(type) as DocumentKind, pId });
}

interface PartRow {
  readonly id: number;
  readonly documentId: number;
}

/** Creates references to parts of an order by their index in a list of the order, which is sorted by id. */
function createOrderPartReference(
  resource: string,
  entity: EntityClass<PartRow>,
): CompositeReference<PartNameDto> {
  const rowPlan = createLoadPlanForType<PartRow>(['documentId']);
  const listPartIdsByOrder = async (loader: Loader, orderIds: readonly number[]) => {
    const rows = await loader.listWhere(entity, [whereIn('documentId', orderIds)], rowPlan);
    const partIdsByOrderId = new Map<number, number[]>();
    for (const { id, documentId } of rows) {
      partIdsByOrderId.set(documentId, [...(partIdsByOrderId.get(documentId) ?? []), id]);
    }
    return partIdsByOrderId;
  };
  return {
    dto: PartNameDto,
    toKey: ({ order, place }) => JSON.stringify([order, place]),
    toDto: (key) => {
      const [order, place] = JSON.parse(key) as [string, number];
      return { order, place };
    },
    resolver: {
      resource,
      findNaturalKeys: async (loader, ids) => {
        const rows = await loader.listByIds(entity, ids, rowPlan);
        const orderIds = [...new Set(rows.map(({ documentId }) => documentId))];
        const pIds = await orderPidResolver.findNaturalKeys(loader, orderIds);
        const keys = new Map<number, string>();
        for (const [orderId, parts] of await listPartIdsByOrder(loader, orderIds)) {
          const pId = pIds.get(orderId);
          if (pId === undefined) continue;
          for (const [place, id] of parts.entries()) keys.set(id, JSON.stringify([pId, place]));
        }
        return keys;
      },
      findIds: async (loader, keys) => {
        const pIds = keys.map((key) => (JSON.parse(key) as [string, number])[0]);
        const orderIdByPId = await orderPidResolver.findIds(loader, [...new Set(pIds)]);
        const partIdsByOrder = await listPartIdsByOrder(loader, [...orderIdByPId.values()]);
        const found = new Map<string, number>();
        for (const key of keys) {
          const [pId, place] = JSON.parse(key) as [string, number];
          const id = partIdsByOrder.get(orderIdByPId.get(pId) ?? 0)?.[place];
          if (id !== undefined) found.set(key, id);
        }
        return found;
      },
    },
  };
}

/** References to shipments and discounts of an order, which have an optional pId or none. */
export const shipmentReference = createOrderPartReference('shipment', Shipment);
export const discountReference = createOrderPartReference('discount', DocumentDiscount);
