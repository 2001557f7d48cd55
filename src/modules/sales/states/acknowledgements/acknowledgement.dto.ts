import { Code, SchemaExample, Int, PickAnnotatedType, Text } from '../../../../api';
import { pickCodes, formatCode } from '../../../../core/code-list';
import { stateCodes } from '../../documents';
import { RecordReferenceDto } from '../bulk/record-reference.dto';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import { defaultAcknowledgementTransitions } from './acknowledgement';
import { orderTargetStates, type rmaStates, type shipmentStates } from '../transition-tables';

/** One record of a bulk acknowledgement. */
class ReceivedItemDto extends RecordReferenceDto {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'New sub-status, which must belong to the state; 0 for none',
  })
  subStatusId?: number;

  @Text({
    max: 20,
    optional: true,
    description:
      'VERSION of the list item that you read; 409 if the record has another version now',
  })
  version?: string;
}

@SchemaExample({ pId: 'web-1001', version: '1' })
export class ReceivedOrderDto extends ReceivedItemDto {
  @Code(pickCodes(stateCodes.order, orderTargetStates), {
    optional: true,
    description: toNewStateDescription('order'),
  })
  status?: (typeof orderTargetStates)[number];
}

@SchemaExample({ pId: 'RMA-1', version: '4' })
export class ReceivedRmaDto extends ReceivedItemDto {
  @Code(stateCodes.rma, { optional: true, description: toNewStateDescription('rma') })
  status?: (typeof rmaStates)[number];
}

@SchemaExample({ id: 1, version: '1' })
export class ReceivedShipmentDto extends ReceivedItemDto {
  @Code(stateCodes.shipment, { optional: true, description: toNewStateDescription('shipment') })
  status?: (typeof shipmentStates)[number];
}

const receiptFields = ['subStatusId', 'version', 'status'] as const;

/** The body that acknowledges an order. */
@SchemaExample({ status: 2 })
export class OrderReceiptDto extends PickAnnotatedType(ReceivedOrderDto, receiptFields) {}

/** The body that acknowledges an RMA. */
@SchemaExample({ status: 5 })
export class RmaReceiptDto extends PickAnnotatedType(ReceivedRmaDto, receiptFields) {}

/** The body that acknowledges a shipment. */
@SchemaExample({ status: 2 })
export class ShipmentReceiptDto extends PickAnnotatedType(ReceivedShipmentDto, receiptFields) {}

function toNewStateDescription(kind: StatefulRecordKind): string {
  const format = (state: number) => formatCode(stateCodes[kind], state);
  const moves = [...defaultAcknowledgementTransitions[kind]].map(
    ([from, to]) => `${format(from)} becomes ${format(to)}`,
  );
  return `New state (absent: ${moves.join(', ')}, others are unchanged)`;
}
