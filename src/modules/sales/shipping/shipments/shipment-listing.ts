import { atLeast, atMost, equals, defineListing, type Listing } from '../../../../database';
import { Shipment, shipmentSearch } from '../../documents';

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
    },
  });
}
