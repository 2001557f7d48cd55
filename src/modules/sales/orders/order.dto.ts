import { Code, Int, Sort, Text } from '../../../api';
import { stateCodes } from '../documents';
import { DocumentListQuery } from '../documents/lists/document-list.dto';
import { documentSortKeys } from '../documents/lists/document-listing';
import { fromNumberOptions, toNumberOptions } from '../documents/lists/issued-documents.dto';
import type { allOrderStates } from '../states';

class OrderFiltersQuery extends DocumentListQuery {
  @Int(fromNumberOptions)
  fromOrderNumber!: number;

  @Int(toNumberOptions)
  toOrderNumber!: number;

  @Code(stateCodes.order, { optional: true, description: 'Only orders in this state' })
  status?: (typeof allOrderStates)[number];
}

export class OrderListQuery extends OrderFiltersQuery {
  @Sort(documentSortKeys, { default: 'id.desc' })
  sort!: string;
}

export class PendingOrdersQuery extends OrderFiltersQuery {
  @Sort(documentSortKeys)
  sort!: string;
}

export class OrderIdPath {
  @Text({ max: 255, description: 'Public identifier of the order', example: 'web-1001' })
  orderId!: string;
}
