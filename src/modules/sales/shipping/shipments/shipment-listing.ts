import {
  filterByMin,
  filterByMax,
  type Condition,
  filterByEqual,
  filterBy,
  defineList,
  whereEquals,
  type ListDefinition,
  whereReferenced,
} from '../../../../database';
import { SalesDocument } from '../../documents/entities/document.entity';
import { Shipment, shipmentSearchKind } from '../../documents/entities/shipment.entity';
import { toHeadquarterCondition } from '../../documents/lists/document-listing';

const toOrderCondition = (condition: Condition): Condition =>
  whereReferenced('documentId', SalesDocument, [condition]);

/** Sort keys of shipment lists. */
export const shipmentSorts = ['id', 'pId', 'incomingDate', 'status'];

/** Defines a list of shipments. @param defaultSort for example `id.desc` */
export function defineShipmentListing(defaultSort: string): ListDefinition<Shipment> {
  return defineList(Shipment, {
    sort: { pId: 'pId', incomingDate: 'incomingDate', status: 'status' },
    defaultSort,
    search: shipmentSearchKind,
    filters: {
      status: filterByEqual('status', { acceptsFalsy: true }),
      startDate: filterByMin('incomingDate'),
      endDate: filterByMax('incomingDate'),
      userId: filterBy((id: number) => toOrderCondition(whereEquals('userId', id))),
      headquarters: filterBy((text: string) => toOrderCondition(toHeadquarterCondition(text))),
    },
  });
}
