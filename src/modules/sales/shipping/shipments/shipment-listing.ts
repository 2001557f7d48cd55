import { atLeast, atMost, equals, defineListing, type Listing } from '../../../../database';
import { Shipment, shipmentSearch } from '../../documents';

/** What shipments can be sorted by. */
export const shipmentSorts = ['id', 'pId', 'incomingDate', 'status'];

/** A list of shipments. */
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
