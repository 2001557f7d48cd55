import {
  ApiController,
  RequestBody,
  expandableResponse,
  GetId,
  type OpenApiTag,
  IdPath,
  List,
  Operation,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Update,
} from '../../../../api';
import { NotFound } from '../../../../core/errors';
import type { RecordPlan } from '../../../../core/load-plan';
import { formatCode, formatCodes } from '../../../../core/code-list';
import { closedOrderStates, stateCodes } from '../../documents';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import type { Shipment } from '../../documents/entities/shipment.entity';
import { TrackingDto } from '../../documents/trackings/tracking.dto';
import { ShipmentIdentifierTaken } from '../../documents/writing/uniqueness-errors';
import {
  okResponse,
  createChangeStatusOptions,
  listAcknowledgementErrors,
  AcknowledgementsService,
  StateTransitions,
  acknowledgementResponse,
  ReceivedShipmentDto,
  createBulkAcknowledgementOptions,
  createBulkChangeOptions,
  MAX_BULK_ITEMS,
  MovedShipmentDto,
  ShipmentMoveDto,
  ShipmentReceiptDto,
} from '../../states';
import { shipmentListRecord, shipmentWithOrderRecord } from './shipment-list.record';
import {
  PendingShipmentsQuery,
  TrackedShipmentDto,
  ShipmentListQuery,
  TrackingNumberLookupPath,
  TrackingNumberPath,
} from './shipment.dto';
import { ShipmentTrackingUpdater } from './shipment-tracking-updater';
import { ShipmentsService } from './shipments.service';

const shipmentsOpenApiTag: OpenApiTag = {
  name: 'Shipments',
  position: 300,
  description:
    'Shipments of orders, for warehouses: list and acknowledge them, change their states, set tracking numbers.',
};

const shipmentsResponse = expandableResponse(
  'shipments',
  shipmentListRecord,
  shipmentWithOrderRecord,
);

/** Reads, acknowledges and changes shipments (specification, Sales documents). */
@ApiController('shipments', { area: 'sales', openApiTag: shipmentsOpenApiTag })
export class ShipmentsController {
  constructor(
    private readonly shipments: ShipmentsService,
    private readonly trackingUpdater: ShipmentTrackingUpdater,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly transitions: StateTransitions,
  ) {}

  @List('', {
    summary: 'List shipments, newest first',
    description:
      'Lists the shipments of all orders, with filters by state and date. `q` searches pId and tracking number. ' +
      '`expand=document` returns the whole order of each shipment.',
    returns: shipmentsResponse,
  })
  listShipments(
    @QueryParams() query: ShipmentListQuery,
    @ResponseLoadPlan() plan: RecordPlan<Shipment>,
  ) {
    return this.shipments.list(query, plan);
  }

  @GetId('getId/:trackingNumber', {
    summary: 'Find the id of a shipment by its tracking number',
    description: 'Returns the `ID` of the shipment with exactly this tracking number.',
  })
  getShipmentId(@PathParams() { trackingNumber }: TrackingNumberLookupPath) {
    return this.shipments.getIdByTrackingNumber(trackingNumber);
  }

  @List('pending', {
    summary: 'List the pending shipments, oldest first',
    description:
      'Lists the shipments that were not acknowledged yet. Shipments of orders in ' +
      `${formatCodes(stateCodes.order, closedOrderStates)} are never pending. Send VERSION back in the ` +
      'acknowledgement.',
    returns: shipmentsResponse,
  })
  listPendingShipments(
    @QueryParams() query: PendingShipmentsQuery,
    @ResponseLoadPlan() plan: RecordPlan<Shipment>,
  ) {
    return this.shipments.listPending(query, plan);
  }

  @List('received', {
    summary: 'List the acknowledged shipments, newest first',
    description:
      'Lists the shipments that a warehouse has acknowledged, in their current version. Reading them changes nothing.',
    returns: shipmentsResponse,
  })
  listReceivedShipments(
    @QueryParams() query: ShipmentListQuery,
    @ResponseLoadPlan() plan: RecordPlan<Shipment>,
  ) {
    return this.shipments.listReceived(query, plan);
  }

  @Operation('put', 'received', {
    summary: 'Acknowledge many shipments',
    ...createBulkAcknowledgementOptions('shipments'),
  })
  async receiveShipments(
    @RequestBody('shipments', { list: { of: ReceivedShipmentDto, maxItems: MAX_BULK_ITEMS } })
    items: ReceivedShipmentDto[],
  ) {
    return { shipments: await this.acknowledgements.acknowledgeAll('shipment', items) };
  }

  @Operation('put', 'changeStatus', {
    summary: 'Move many shipments to other states',
    ...createBulkChangeOptions('shipments'),
  })
  async changeShipmentStatuses(
    @RequestBody('shipments', { list: { of: MovedShipmentDto, maxItems: MAX_BULK_ITEMS } })
    elements: MovedShipmentDto[],
  ) {
    return { shipments: await this.transitions.changeAll('shipment', elements) };
  }

  @Operation('put', 'trackings', {
    summary: "Replace the carrier's reports of many shipments",
    ...createBulkChangeOptions('shipments'),
  })
  async replaceManyTrackings(
    @RequestBody('shipments', { list: { of: TrackedShipmentDto, maxItems: MAX_BULK_ITEMS } })
    elements: TrackedShipmentDto[],
  ) {
    return { shipments: await this.trackingUpdater.replaceManyTrackings(elements) };
  }

  @Read(':id', {
    openApiJournalLinkKind: 'shipment',
    summary: 'Read a shipment',
    description:
      'Returns one parcel with its rows, state, tracking and history. The ETag is its version.',
    returns: shipmentListRecord,
    isExtension: true,
  })
  getShipment(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<Shipment>) {
    return this.shipments.get(id, plan);
  }

  @Operation('put', ':id/received', {
    summary: 'Acknowledge a shipment',
    description:
      'Marks the shipment as exported and sets the status. Without a status it moves from ' +
      `${formatCode(stateCodes.shipment, 1)} to ${formatCode(stateCodes.shipment, 2)}. An exported shipment stays ` +
      'unchanged unless the request has another status.',
    returns: acknowledgementResponse,
    errors: listAcknowledgementErrors('shipment'),
    ifMatchOperation: 'getShipment',
  })
  receiveShipment(
    @PathParams() { id }: IdPath,
    @RequestBody('shipments', { allowsUnwrapped: true, optional: true }) body: ShipmentReceiptDto,
  ) {
    return this.acknowledgements.acknowledge('shipment', id, body);
  }

  @Operation('put', ':id/changeStatus', {
    summary: 'Move a shipment to another state',
    ...createChangeStatusOptions('shipment'),
    ifMatchOperation: 'getShipment',
  })
  async changeShipmentStatus(
    @PathParams() { id }: IdPath,
    @RequestBody('shipments', { allowsUnwrapped: true }) body: ShipmentMoveDto,
  ) {
    await this.transitions.change('shipment', id, body);
    return { result: 'ok' as const };
  }

  @Update(':id/trackings', {
    summary: "Replace the carrier's reports of a shipment",
    description:
      'Replaces all reports; an empty list removes them. PACKAGES becomes the number of reported packages, if there ' +
      'are any. Sending the stored reports again changes nothing.',
    returns: shipmentListRecord,
    errors: [OrderDeleted],
    isExtension: true,
    ifMatchOperation: 'getShipment',
  })
  async replaceTrackings(
    @PathParams() { id }: IdPath,
    @RequestBody('trackings', { list: { of: TrackingDto, minItems: 0, maxItems: 1000 } })
    body: TrackingDto[],
    @ResponseLoadPlan() plan: RecordPlan<Shipment>,
  ) {
    await this.trackingUpdater.replaceTrackings(id, body);
    return this.shipments.get(id, plan);
  }

  @Operation('put', ':id/trackingNumber/:trackingNumber', {
    summary: 'Set the tracking number of a shipment',
    description:
      'Replaces the tracking number, which must be unique among shipments. The shipment and its order get a new ' +
      'version. Setting the current number again changes nothing.',
    returns: okResponse,
    errors: [NotFound, ShipmentIdentifierTaken, OrderDeleted],
    ifMatchOperation: 'getShipment',
  })
  async giveTrackingNumber(@PathParams() { id, trackingNumber }: TrackingNumberPath) {
    await this.trackingUpdater.setTrackingNumber(id, trackingNumber);
    return { result: 'ok' as const };
  }
}
