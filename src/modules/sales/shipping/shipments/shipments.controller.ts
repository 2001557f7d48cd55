import {
  ApiController,
  RequestBody,
  expandableResponse,
  GetId,
  type OpenApiTag,
  IdPath,
  List,
  Operation,
  pagedSalesResponse,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Update,
} from '../../../../api';
import { NotFound } from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { UnitOfWork } from '../../../../database';
import { formatCode, formatCodes } from '../../../../core/codes';
import {
  closedOrderStates,
  OrderDeleted,
  ShipmentTaken,
  stateCodes,
  TrackingDto,
  type Shipment,
} from '../../documents';
import {
  okResponse,
  transitionByTableOptions,
  acknowledgementErrors,
  AcknowledgementsService,
  StateTransitions,
  acknowledgementResponse,
  ReceivedShipmentDto,
  bulkAcknowledgementOptions,
  ShipmentMoveDto,
  ShipmentReceiptDto,
} from '../../states';
import { shipmentListRecord, shipmentWithOrderRecord } from './shipment-list.record';
import {
  PendingShipmentsQuery,
  ShipmentListQuery,
  TrackingNumberLookupPath,
  TrackingNumberPath,
} from './shipment.dto';
import { ShipmentsService } from './shipments.service';
import { TrackingNumbersService } from './tracking-numbers.service';
import { TrackingsService } from './trackings.service';

const shipmentsOpenApiTag: OpenApiTag = {
  name: 'Shipments',
  rank: 300,
  description:
    'The parcels of orders: fetched by warehouses, moved through their states, given tracking numbers.',
};

const shipments = expandableResponse(
  pagedSalesResponse('shipments', shipmentListRecord),
  pagedSalesResponse('shipments', shipmentWithOrderRecord),
);

/** Specification, Sales documents: shipments, and their export to other systems. */
@ApiController('shipments', { area: 'sales', heading: shipmentsOpenApiTag })
export class ShipmentsController {
  constructor(
    private readonly shipments: ShipmentsService,
    private readonly trackingNumbers: TrackingNumbersService,
    private readonly trackings: TrackingsService,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly transitions: StateTransitions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List shipments, newest first',
    description:
      'Those of all orders, page by page, filtered by state and date; `q` looks into pId and ' +
      'tracking number. Each names its order; `expand=document` answers the whole order with it.',
    returns: shipments,
  })
  listShipments(
    @QueryParams() query: ShipmentListQuery,
    @ResponseLoadPlan() plan: TablePlan<Shipment>,
  ) {
    return this.shipments.list(query, plan);
  }

  @GetId('getId/:trackingNumber', {
    summary: 'Find the id of a shipment by its tracking number',
    description: 'Answers the `ID` that paths take for a tracking number, compared exactly.',
  })
  getShipmentId(@PathParams() { trackingNumber }: TrackingNumberLookupPath) {
    return this.shipments.idOf(trackingNumber);
  }

  @List('pending', {
    summary: 'List the shipments that wait for their export, oldest first',
    description:
      `Those of orders in ${formatCodes(stateCodes.order, closedOrderStates)} wait for none. VERSION goes into the ` +
      'acknowledgement.',
    returns: shipments,
  })
  listPendingShipments(
    @QueryParams() query: PendingShipmentsQuery,
    @ResponseLoadPlan() plan: TablePlan<Shipment>,
  ) {
    return this.shipments.listPending(query, plan);
  }

  @List('received', {
    summary: 'List the shipments that were exported, newest first',
    description:
      'What warehouses have acknowledged, with the version that it is in. Nothing is changed by ' +
      'reading it.',
    returns: shipments,
  })
  listReceivedShipments(
    @QueryParams() query: ShipmentListQuery,
    @ResponseLoadPlan() plan: TablePlan<Shipment>,
  ) {
    return this.shipments.listReceived(query, plan);
  }

  @Operation('put', 'received', {
    summary: 'Acknowledge many shipments',
    ...bulkAcknowledgementOptions('shipments'),
  })
  async receiveShipments(
    @RequestBody('shipments', { list: { of: ReceivedShipmentDto, most: 1000 } })
    items: ReceivedShipmentDto[],
  ) {
    return { shipments: await this.acknowledgements.acknowledgeAll('shipment', items) };
  }

  @Read(':id', {
    summary: 'Read a shipment',
    description: 'One parcel with its lines, state, tracking and history. Its ETag is its version.',
    returns: shipmentListRecord,
    extension: true,
  })
  getShipment(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<Shipment>) {
    return this.shipments.get(id, plan);
  }

  @Operation('put', ':id/received', {
    summary: 'Acknowledge a shipment',
    description:
      `Marks the shipment exported and gives it the status, or moves it from ${formatCode(stateCodes.shipment, 1)} ` +
      `to ${formatCode(stateCodes.shipment, 2)}. Once exported it is unchanged, unless another status is asked for.`,
    returns: acknowledgementResponse,
    errors: acknowledgementErrors('shipment'),
    ifMatchOperation: 'getShipment',
  })
  receiveShipment(
    @PathParams() { id }: IdPath,
    @RequestBody('shipments', { bare: true, optional: true }) body: ShipmentReceiptDto,
  ) {
    return this.acknowledgements.acknowledge('shipment', id, body);
  }

  @Operation('put', ':id/changeStatus', {
    summary: 'Move a shipment to another state',
    ...transitionByTableOptions('shipment'),
    ifMatchOperation: 'getShipment',
  })
  async changeShipmentStatus(
    @PathParams() { id }: IdPath,
    @RequestBody('shipments', { bare: true }) body: ShipmentMoveDto,
  ) {
    await this.transitions.change('shipment', id, body);
    return { result: 'ok' as const };
  }

  @Update(':id/trackings', {
    summary: 'Replace what the carrier reports of a shipment',
    description:
      'All of it, in place of what was reported before; an empty list removes it. PACKAGES becomes the number ' +
      'of packages in it, if there are any. What is reported already is no change.',
    returns: shipmentListRecord,
    errors: [OrderDeleted],
    extension: true,
    ifMatchOperation: 'getShipment',
  })
  replaceTrackings(
    @PathParams() { id }: IdPath,
    @RequestBody('trackings', { list: { of: TrackingDto, least: 0, most: 1000 } })
    body: TrackingDto[],
    @ResponseLoadPlan() plan: TablePlan<Shipment>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.trackings.replace(id, body);
      return this.shipments.get(id, plan);
    });
  }

  @Operation('put', ':id/trackingNumber/:trackingNumber', {
    summary: 'Set the tracking number of a shipment',
    description:
      'In place of the one that it had; no two shipments have the same. It makes the next version of the shipment and of its order; the number that is there already is no change.',
    returns: okResponse,
    errors: [NotFound, ShipmentTaken, OrderDeleted],
    ifMatchOperation: 'getShipment',
  })
  async giveTrackingNumber(@PathParams() { id, trackingNumber }: TrackingNumberPath) {
    await this.trackingNumbers.assign(id, trackingNumber);
    return { result: 'ok' as const };
  }
}
