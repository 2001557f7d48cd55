import { Code, SchemaExample, Int, PickAnnotatedType, Text } from '../../../../api';
import { pickCodes } from '../../../../core/code-list';
import { stateCodes } from '../../documents';
import { RecordReferenceDto } from '../bulk/record-reference.dto';
import { orderTargetStates, type rmaStates, type shipmentStates } from '../transition-tables';

/** One record whose state changes. */
class MovedRecordDto extends RecordReferenceDto {
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
    isExtension: true,
    description: 'Comment for the history; also allowed when the state stays the same. Empty: none',
  })
  comment!: string;
}

/** An order of a bulk request that changes states. */
@SchemaExample({ pId: 'web-1001', status: 2 })
export class MovedOrderDto extends MovedRecordDto {
  @Code(pickCodes(stateCodes.order, orderTargetStates))
  status!: (typeof orderTargetStates)[number];
}

class MovedRmaDto extends MovedRecordDto {
  @Code(stateCodes.rma)
  status!: (typeof rmaStates)[number];
}

/** A shipment of a bulk request that changes states. */
@SchemaExample({ id: 1, status: 2 })
export class MovedShipmentDto extends MovedRecordDto {
  @Code(stateCodes.shipment)
  status!: (typeof shipmentStates)[number];
}

const moveFields = ['subStatusId', 'comment', 'status'] as const;

/** Body of a request that changes the state of an order. */
@SchemaExample({ status: 2 })
export class OrderMoveDto extends PickAnnotatedType(MovedOrderDto, moveFields) {}

/** Body of a request that changes the state of an RMA. */
@SchemaExample({ status: 5 })
export class RmaMoveDto extends PickAnnotatedType(MovedRmaDto, moveFields) {}

/** Body of a request that changes the state of a shipment. */
@SchemaExample({ status: 2 })
export class ShipmentMoveDto extends PickAnnotatedType(MovedShipmentDto, moveFields) {}
