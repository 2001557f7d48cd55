import { Code, SchemaExample, Int, Text } from '../../../../api';
import { pickCodes } from '../../../../core/codes';
import { stateCodes } from '../../documents';
import { orderTargetStates, type rmaStates, type shipmentStates } from '../transition-tables';

class SubStatusMoveDto {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Sub-status, which must stand below the state; 0 for none',
  })
  subStatusId!: number;

  @Text({
    max: 65_535,
    default: '',
    extension: true,
    description:
      'What is said with it, for the history; also where the state stays. Empty: nothing',
  })
  comment!: string;
}

/** What a request moves an order to. */
@SchemaExample({ status: 2 })
export class OrderMoveDto extends SubStatusMoveDto {
  @Code(pickCodes(stateCodes.order, orderTargetStates))
  status!: (typeof orderTargetStates)[number];
}

/** What a request moves an RMA to. */
@SchemaExample({ status: 5 })
export class RmaMoveDto extends SubStatusMoveDto {
  @Code(stateCodes.rma)
  status!: (typeof rmaStates)[number];
}

/** What a request moves a shipment to. */
@SchemaExample({ status: 2 })
export class ShipmentMoveDto extends SubStatusMoveDto {
  @Code(stateCodes.shipment)
  status!: (typeof shipmentStates)[number];
}
