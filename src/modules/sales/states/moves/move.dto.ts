import { Example, Int, OneOf } from '../../../../api';
import { orderTargets, rmaStates, shipmentStates } from '../move-tables';

class SubStatusMoveDto {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Sub-status, which must stand below the state; 0 for none',
  })
  subStatusId!: number;
}

/** What a request moves an order to. */
@Example({ status: 2 })
export class OrderMoveDto extends SubStatusMoveDto {
  @OneOf(orderTargets, {
    description:
      '0 incidents, 1 incoming, 2 in process, 4 completed, 6 deleted, -1 denied, -11 delete order',
  })
  status!: (typeof orderTargets)[number];
}

/** What a request moves an RMA to. */
@Example({ status: 5 })
export class RmaMoveDto extends SubStatusMoveDto {
  @OneOf(rmaStates, {
    description:
      '1 pending, 3 authorized, -3 not authorized, 2 in process, 5 accepted, -1 denied, 4 completed, ' +
      '0 incidents, 6 deleted',
  })
  status!: (typeof rmaStates)[number];
}

/** What a request moves a shipment to. */
@Example({ status: 2 })
export class ShipmentMoveDto extends SubStatusMoveDto {
  @OneOf(shipmentStates, {
    description: '1 pending, 2 processing, 3 shipped, 4 delivered, 0 incidents',
  })
  status!: (typeof shipmentStates)[number];
}
