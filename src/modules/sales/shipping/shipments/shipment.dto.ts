import { Code, IdPath, Instant, OneOf, SearchQuery, Sort, Text } from '../../../../api';
import { stateCodes } from '../../documents';
import type { shipmentStates } from '../../states';
import { shipmentSorts } from './shipment-listing';

class ShipmentFiltersQuery extends SearchQuery {
  @Code(stateCodes.shipment, { optional: true, description: 'Only shipments in this state' })
  status?: (typeof shipmentStates)[number];

  @Instant({ optional: true, description: 'Only shipments that came in then or later' })
  startDate?: Date;

  @Instant({
    optional: true,
    endOfDay: true,
    description: 'Only shipments that came in up to then; a date alone includes the whole day',
  })
  endDate?: Date;

  @OneOf(['document'], {
    optional: true,
    extension: true,
    description: 'document: shipments with their whole orders',
  })
  expand?: 'document';
}

export class ShipmentListQuery extends ShipmentFiltersQuery {
  @Sort(shipmentSorts, { default: 'id.desc' })
  sort!: string;
}

export class PendingShipmentsQuery extends ShipmentFiltersQuery {
  @Sort(shipmentSorts)
  sort!: string;
}

/** A tracking number in a path, which may be no shipment's. */
export class TrackingNumberLookupPath {
  @Text({ max: 255, description: "The carrier's number", example: '1Z999AA10123456784' })
  trackingNumber!: string;
}

/** A tracking number in a path, which a shipment is to have. */
export class TrackingNumberPath extends IdPath {
  @Text({
    max: 190,
    pattern: '^\\S([\\s\\S]*\\S)?$',
    description: "The carrier's number: no white space at either end, and no other shipment's",
    example: '1Z999AA10123456784',
  })
  trackingNumber!: string;
}
