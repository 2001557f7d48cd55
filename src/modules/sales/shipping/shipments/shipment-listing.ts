import {
  atLeast,
  atMost,
  type Condition,
  equals,
  filterBy,
  defineListing,
  is,
  type Listing,
  refersTo,
} from '../../../../database';
import { SalesDocument } from '../../documents/entities/document.entity';
import { Shipment, shipmentSearch } from '../../documents/entities/shipment.entity';
import { hasHeadquarter } from '../../documents/lists/document-listing';

const ofOrder = (condition: Condition): Condition =>
  refersTo('documentId', SalesDocument, [condition]);

/** Sort keys of shipment lists. */
export const shipmentSorts = ['id', 'pId', 'incomingDate', 'status'];

/** Defines a list of shipments. @param defaultSort for example `id.desc` */
export function shipmentListing(defaultSort: string): Listing<Shipment> {
  return defineListing(Shipment, {
    sort: { pId: 'pId', incomingDate: 'incomingDate', status: 'status' },
    defaultSort,
    search: shipmentSearch,
    filters: {
      status: equals('status', { acceptsZero: true }),
      startDate: atLeast('incomingDate'),
      endDate: atMost('incomingDate'),
      userId: filterBy((id: number) => ofOrder(is('userId', id))),
      headquarters: filterBy((text: string) => ofOrder(hasHeadquarter(text))),
    },
  });
}
