import { ApiController, LanguageCode, Operation, Query } from '../../../api';
import { statusTreeRecord, StatusTrees } from '../../sales';

class StatusListQuery {
  @LanguageCode({ description: 'The language of the names, ISO 639-1' })
  language!: string;
}

/** Specification, Utilities: the states of orders, RMAs and shipments. */
@ApiController('util', { area: 'util', tag: 'Status lists' })
export class StatusListsController {
  constructor(private readonly trees: StatusTrees) {}

  @Operation('get', 'orderStatus', {
    summary: 'List the states of orders',
    returns: statusTreeRecord,
    cost: 'FREE',
  })
  listOrderStatus(@Query() { language }: StatusListQuery) {
    return this.trees.of('order', language);
  }

  @Operation('get', 'rmaStatus', {
    summary: 'List the states of RMAs',
    returns: statusTreeRecord,
    cost: 'FREE',
  })
  listRmaStatus(@Query() { language }: StatusListQuery) {
    return this.trees.of('rma', language);
  }

  @Operation('get', 'shipmentStatus', {
    summary: 'List the states of shipments',
    returns: statusTreeRecord,
    cost: 'FREE',
  })
  listShipmentStatus(@Query() { language }: StatusListQuery) {
    return this.trees.of('shipment', language);
  }
}
