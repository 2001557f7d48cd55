import {
  Code,
  IdPath,
  Instant,
  Int,
  ListOf,
  OneOf,
  SchemaExample,
  SearchQuery,
  Sort,
  Text,
} from '../../../../api';
import { stateCodes } from '../../documents';
import { TrackingDto } from '../../documents/trackings/tracking.dto';
import { RecordReferenceDto, type shipmentStates } from '../../states';
import { shipmentSorts } from './shipment-listing';

class ShipmentFiltersQuery extends SearchQuery {
  @Code(stateCodes.shipment, { optional: true, description: 'Only shipments in this state' })
  status?: (typeof shipmentStates)[number];

  @Instant({ optional: true, description: 'Only shipments with this incoming date or a later one' })
  startDate?: Date;

  @Instant({
    optional: true,
    roundsUp: true,
    description: 'Only shipments with an incoming date up to this instant',
  })
  endDate?: Date;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only shipments of orders of this customer; 0 for all',
  })
  userId!: number;

  @Text({
    max: 2000,
    optional: true,
    description: 'Comma-separated ids or pIds of headquarters of the orders',
  })
  headquarters?: string;

  @OneOf(['document'], {
    optional: true,
    isExtension: true,
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

/** A tracking number in a path; it may be unknown. */
export class TrackingNumberLookupPath {
  @Text({ max: 255, description: "The carrier's number", example: '1Z999AA10123456784' })
  trackingNumber!: string;
}

/** A new tracking number for a shipment, in a path. */
export class TrackingNumberPath extends IdPath {
  @Text({
    max: 190,
    pattern: '^\\S([\\s\\S]*\\S)?$',
    description: "The carrier's number: unique, without white space at either end",
    example: '1Z999AA10123456784',
  })
  trackingNumber!: string;
}

/** A shipment of a bulk request with all reports of its carrier. */
@SchemaExample({ id: 1, trackings: [{ properties: [{ name: 'service', value: 'Express' }] }] })
export class TrackedShipmentDto extends RecordReferenceDto {
  @ListOf(() => TrackingDto, {
    description: 'All reports of the carrier; an empty list removes them',
  })
  trackings!: TrackingDto[];
}
