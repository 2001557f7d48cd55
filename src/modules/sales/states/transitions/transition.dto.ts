import { Code, SchemaExample, Int, Text } from '../../../../api';
import { pickCodes } from '../../../../core/codes';
import { stateCodes } from '../../documents';
import { orderTargetStates, type rmaStates, type shipmentStates } from '../transition-tables';

class SubStatusMoveDto {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Sub-status, which must belong to the state; 0 for none',
  })
  subStatusId!: number;

  @Text({
    max: 65_535,
    default: '',
    extension: true,
    description: 'Comment for the history; also allowed when the state stays the same. Empty: none',
  })
  comment!: string;
}

/** Body of a request that changes the state of an order. */
@SchemaExample({ status: 2 })
export class OrderMoveDto extends SubStatusMoveDto {
  @Code(pickCodes(stateCodes.order, orderTargetStates))
  status!: (typeof orderTargetStates)[number];
}

/** Body of a request that changes the state of an RMA. */
@SchemaExample({ status: 5 })
export class RmaMoveDto extends SubStatusMoveDto {
  @Code(stateCodes.rma)
  status!: (typeof rmaStates)[number];
}

/** Body of a request that changes the state of a shipment. */
@SchemaExample({ status: 2 })
export class ShipmentMoveDto extends SubStatusMoveDto {
  @Code(stateCodes.shipment)
  status!: (typeof shipmentStates)[number];
}
