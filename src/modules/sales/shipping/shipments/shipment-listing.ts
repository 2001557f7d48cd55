import {
  filterByMin,
  filterByMax,
  type Condition,
  filterByEqual,
  filterBy,
  defineListing,
  is,
  type Listing,
  refersTo,
} from '../../../../database';
import { SalesDocument } from '../../documents/entities/document.entity';
import { Shipment, shipmentSearch } from '../../documents/entities/shipment.entity';
import { toHeadquarterCondition } from '../../documents/lists/document-listing';

const ofOrder = (condition: Condition): Condition =>
  refersTo('documentId', SalesDocument, [condition]);

/** Sort keys of shipment lists. */
export const shipmentSorts = ['id', 'pId', 'incomingDate', 'status'];

/** Defines a list of shipments. @param defaultSort for example `id.desc` */
export function defineShipmentListing(defaultSort: string): Listing<Shipment> {
  return defineListing(Shipment, {
    sort: { pId: 'pId', incomingDate: 'incomingDate', status: 'status' },
    defaultSort,
    search: shipmentSearch,
    filters: {
      status: filterByEqual('status', { acceptsFalsy: true }),
      startDate: filterByMin('incomingDate'),
      endDate: filterByMax('incomingDate'),
      userId: filterBy((id: number) => ofOrder(is('userId', id))),
      headquarters: filterBy((text: string) => ofOrder(toHeadquarterCondition(text))),
    },
  });
}
