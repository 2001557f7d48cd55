import { Int, OneOf, Sort, Text } from '../../../api';
import { DocumentListQuery } from '../documents/document-list.dto';
import { documentSorts } from '../documents/document-listing';
import { orderStates, orderTargets } from '../statuses/states';

class OrderFiltersQuery extends DocumentListQuery {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only numbers of their series from this one on; 0 for all',
  })
  fromOrderNumber!: number;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only numbers of their series up to this one; 0 for all',
  })
  toOrderNumber!: number;

  @OneOf([...orderStates, -1, -11], {
    optional: true,
    description: 'Only orders in this state; 0 is Incidents',
  })
  status?: (typeof orderStates)[number] | -1 | -11;
}

export class OrderListQuery extends OrderFiltersQuery {
  @Sort(documentSorts, { default: 'id.desc' })
  sort!: string;
}

export class PendingOrdersQuery extends OrderFiltersQuery {
  @Sort(documentSorts)
  sort!: string;
}

export class OrderIdPath {
  @Text({ max: 255, description: 'Public identifier of the order', example: 'web-100042' })
  orderId!: string;
}

/** What an acknowledgement says beside the order. */
export class ReceivedDto {
  @OneOf(orderTargets, {
    optional: true,
    description: 'New state; absent: 1 Incoming becomes 2 In process, others stay',
  })
  status?: (typeof orderTargets)[number];

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'New sub-status, which must stand below the state; 0 for none',
  })
  subStatusId?: number;

  @Text({
    max: 20,
    optional: true,
    description: 'VERSION of the list item that was seen; another one now: 409',
  })
  version?: string;
}

/** One order of a bulk acknowledgement. */
export class ReceivedOrderDto extends ReceivedDto {
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true, description: 'Internal identifier' })
  id?: number;

  @Text({ max: 255, optional: true, description: 'Public identifier, where there is no id' })
  pId?: string;
}
