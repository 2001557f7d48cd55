export {
  acknowledgementErrors,
  acknowledgementResponse,
  bulkAcknowledgementOptions,
} from './exports/export-answers';
export { AcknowledgementsService } from './exports/exports.service';
export {
  OrderReceiptDto,
  ReceivedOrderDto,
  ReceivedRmaDto,
  ReceivedShipmentDto,
  RmaReceiptDto,
  ShipmentReceiptDto,
} from './exports/received.dto';
export { exportedConditions, pendingConditions } from './exports/waiting';
export {
  allOrderStates,
  transitionsFrom,
  transitionTables,
  listedOrderStates,
  orderTargetStates,
  rmaStates,
  shipmentStates,
} from './move-tables';
export { okResponse, transitionByTableOptions, transitionErrors } from './moves/move-answers';
export { toStateChange } from './moves/move-decision';
export { TransitionGuards } from './moves/move-guards';
export { OrderMoveDto, RmaMoveDto, ShipmentMoveDto } from './moves/move.dto';
export { StateTransitions } from './moves/moves';
export { StateReader } from './moves/state-reader';
export { type SavedTransition, type StateChange, StatusChanges } from './moves/status-changes';
export { stateDiagrams, withStateDiagrams } from './state-diagrams';
export { statesByKind, type StatusKind, statusKinds } from './states';
export { StatesModule } from './states.module';
export { statusTreeRecord } from './status-tree.record';
export { StatusTrees } from './status-trees';
export { SubStatus } from './sub-statuses/sub-status.entity';
export { FoundSubStatuses, SubStatusStateMismatch, SubStatuses } from './sub-statuses/sub-statuses';
