export {
  listAcknowledgementErrors,
  acknowledgementResponse,
  createBulkAcknowledgementOptions,
} from './acknowledgements/acknowledgement-responses';
export { AcknowledgementsService } from './acknowledgements/acknowledgements.service';
export {
  OrderReceiptDto,
  ReceivedOrderDto,
  ReceivedRmaDto,
  ReceivedShipmentDto,
  RmaReceiptDto,
  ShipmentReceiptDto,
} from './acknowledgements/acknowledgement.dto';
export { applyBulkChange } from './bulk/bulk-changes';
export { createBulkChangeOptions, type BulkResult, MAX_BULK_ITEMS } from './bulk/bulk-results';
export { RecordReferenceDto } from './bulk/record-reference.dto';
export { acknowledgedConditions, pendingConditions } from './acknowledgements/pending-conditions';
export {
  allOrderStates,
  listNextStates,
  transitionTables,
  specifiedOrderStates,
  orderTargetStates,
  rmaStates,
  shipmentStates,
} from './transition-tables';
export {
  okResponse,
  createChangeStatusOptions,
  listTransitionErrors,
} from './transitions/transition-responses';
export { toStateChange } from './transitions/transition-decision';
export { TransitionGuard } from './transitions/transition-guards';
export {
  MovedOrderDto,
  MovedShipmentDto,
  OrderMoveDto,
  RmaMoveDto,
  ShipmentMoveDto,
} from './transitions/transition.dto';
export { StateTransitions } from './transitions/state-transitions';
export { StateReader } from './transitions/state-reader';
export {
  type SavedStateChange,
  type StateChange,
  StateChangeWriter,
  TransitionListener,
} from './transitions/state-change-writer';
export { formatStateDiagrams } from './state-diagrams';
export {
  statusTreeStates,
  type StatefulRecordKind,
  statefulRecordKinds,
} from './stateful-record-kinds';
export { StatesModule } from './states.module';
export { statusTreeRecord } from './status-tree.record';
export { StatusTrees } from './status-trees';
export { SubStatus } from './sub-statuses/sub-status.entity';
export { SubStatusLookup, SubStatusStateMismatch, SubStatuses } from './sub-statuses/sub-statuses';
