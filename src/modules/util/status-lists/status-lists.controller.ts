import {
  ApiController,
  type OpenApiTag,
  LanguageCode,
  Operation,
  QueryParams,
  csvTableOfLists,
  tabularRecordResponse,
} from '../../../api';
import { statusTreeRecord, StatusTrees } from '../../sales';

const statusListsOpenApiTag: OpenApiTag = {
  name: 'Status lists',
  position: 1500,
  description: "The states of orders, RMAs and shipments, with the store's own sub-states.",
};

const statusTreesResponse = tabularRecordResponse(
  statusTreeRecord,
  csvTableOfLists(statusTreeRecord),
);

class StatusListQuery {
  @LanguageCode({ description: 'The language of the names, ISO 639-1' })
  language!: string;
}

/** The states of orders, RMAs and shipments (specification, Utilities). */
@ApiController('util', { area: 'util', openApiTag: statusListsOpenApiTag })
export class StatusListsController {
  constructor(private readonly trees: StatusTrees) {}

  @Operation('get', 'orderStatus', {
    summary: 'List the states of orders',
    description:
      "Returns the states with their names in the language, each with the store's own " +
      'sub-states. `state` is a text in which `_1` means -1.',
    returns: statusTreesResponse,
    cost: 'FREE',
  })
  listOrderStatus(@QueryParams() { language }: StatusListQuery) {
    return this.trees.get('order', language);
  }

  @Operation('get', 'rmaStatus', {
    summary: 'List the states of RMAs',
    description:
      "Returns the states with their names in the language, each with the store's own " +
      'sub-states. `state` is a text in which `_1` means -1.',
    returns: statusTreesResponse,
    cost: 'FREE',
  })
  listRmaStatus(@QueryParams() { language }: StatusListQuery) {
    return this.trees.get('rma', language);
  }

  @Operation('get', 'shipmentStatus', {
    summary: 'List the states of shipments',
    description:
      "Returns the states with their names in the language, each with the store's own " +
      'sub-states.',
    returns: statusTreesResponse,
    cost: 'FREE',
  })
  listShipmentStatus(@QueryParams() { language }: StatusListQuery) {
    return this.trees.get('shipment', language);
  }
}
