import {
  ApiController,
  Body,
  GetId,
  type Heading,
  IdPath,
  List,
  Operation,
  pagedSales,
  Path,
  Plan,
  Query,
  Read,
} from '../../../../api';
import { NotFound } from '../../../../core/errors';
import type { LoadPlan } from '../../../../core/load-plan';
import { OrderDeleted, ShipmentTaken } from '../../documents';
import {
  changed,
  changingByTable,
  exportErrors,
  ExportsService,
  Moves,
  received,
  ReceivedShipmentDto,
  receivingAll,
  ShipmentMoveDto,
  ShipmentReceiptDto,
} from '../../states';
import { exportShipmentRecord, shipmentListRecord } from './shipment-list.record';
import {
  PendingShipmentsQuery,
  ShipmentListQuery,
  SoughtTrackingNumberPath,
  TrackingNumberPath,
} from './shipment.dto';
import { ShipmentsService } from './shipments.service';
import { TrackingNumbersService } from './tracking-numbers.service';

const shipmentsHeading: Heading = {
  name: 'Shipments',
  rank: 2000,
  description:
    'The parcels of orders: fetched by warehouses, moved through their states, given tracking numbers.',
};

const exportedShipments = pagedSales('shipments', exportShipmentRecord);

/** Specification, Sales documents: shipments, and their export to other systems. */
@ApiController('shipments', { area: 'sales', heading: shipmentsHeading })
export class ShipmentsController {
  constructor(
    private readonly shipments: ShipmentsService,
    private readonly trackingNumbers: TrackingNumbersService,
    private readonly exports: ExportsService,
    private readonly moves: Moves,
  ) {}

  @List('', {
    summary: 'List shipments, newest first',
    returns: pagedSales('shipments', shipmentListRecord),
  })
  listShipments(@Query() query: ShipmentListQuery, @Plan() plan: LoadPlan) {
    return this.shipments.list(query, plan);
  }

  @GetId('getId/:trackingNumber', { summary: 'Find the id of a shipment by its tracking number' })
  getShipmentId(@Path() { trackingNumber }: SoughtTrackingNumberPath) {
    return this.shipments.idOf(trackingNumber);
  }

  @List('pending', {
    summary: 'List the shipments that wait for their export, oldest first',
    description:
      'Those of orders in 6, -1 and -11 wait for none. VERSION goes into the acknowledgement.',
    returns: exportedShipments,
  })
  listPendingShipments(@Query() query: PendingShipmentsQuery, @Plan() plan: LoadPlan) {
    return this.shipments.listPending(query, plan);
  }

  @List('received', {
    summary: 'List the shipments that were exported',
    returns: exportedShipments,
  })
  listReceivedShipments(@Query() query: PendingShipmentsQuery, @Plan() plan: LoadPlan) {
    return this.shipments.listReceived(query, plan);
  }

  @Operation('put', 'received', {
    summary: 'Acknowledge many shipments',
    ...receivingAll('shipments'),
  })
  async receiveShipments(
    @Body('shipments', { list: { of: ReceivedShipmentDto, most: 1000 } })
    items: ReceivedShipmentDto[],
  ) {
    return { shipments: await this.exports.receiveAll('shipment', items) };
  }

  @Read(':id', {
    summary: 'Read a shipment',
    returns: shipmentListRecord,
    extension: true,
  })
  getShipment(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.shipments.get(id, plan);
  }

  @Operation('put', ':id/received', {
    summary: 'Acknowledge a shipment',
    description:
      'Marks the shipment exported and gives it the status, or moves it from 1 Pending to 2. Once ' +
      'exported it is unchanged, unless another status is asked for.',
    returns: received,
    errors: exportErrors('shipment'),
    current: 'getShipment',
  })
  receiveShipment(
    @Path() { id }: IdPath,
    @Body('shipments', { bare: true, optional: true }) body: ShipmentReceiptDto,
  ) {
    return this.exports.receive('shipment', id, body);
  }

  @Operation('put', ':id/changeStatus', {
    summary: 'Move a shipment to another state',
    ...changingByTable('shipment'),
    current: 'getShipment',
  })
  async changeShipmentStatus(
    @Path() { id }: IdPath,
    @Body('shipments', { bare: true }) body: ShipmentMoveDto,
  ) {
    await this.moves.change('shipment', id, body);
    return { result: 'ok' as const };
  }

  @Operation('put', ':id/trackingNumber/:trackingNumber', {
    summary: 'Set the tracking number of a shipment',
    description: 'In place of the one that it had. No two shipments have the same.',
    returns: changed,
    errors: [NotFound, ShipmentTaken, OrderDeleted],
    current: 'getShipment',
  })
  async giveTrackingNumber(@Path() { id, trackingNumber }: TrackingNumberPath) {
    await this.trackingNumbers.give(id, trackingNumber);
    return { result: 'ok' as const };
  }
}
