import { instant, list, num, record, str } from '../../../../api';
import type { NamedValue, StatusActionRun } from '../entities/snapshots';
import type { StatusEntry } from '../entities/status-entry.entity';

export const namedValueRecord = record<NamedValue>()('namedValue', {
  NAME: str('name'),
  VALUE: str('value'),
});

const statusActionRecord = record<StatusActionRun>()('statusAction', {
  ACTIONID: num('actionId'),
  ACTIONTYPE: num('actionType'),
  HISTORYACTIONSTATUS: num('status'),
  PARAMETERS: list('parameters', namedValueRecord, { in: 'column' }),
  SETTINGORDERSTATUSACTIONID: num('settingId'),
});

/** A change of the document's own status. */
export const documentStatusRecord = record<StatusEntry>()('documentStatusEntry', {
  ACTIONS: list('actions', statusActionRecord, { in: 'column' }),
  CURRENTDATETIME: instant('at'),
  DOCUMENTID: num('documentId'),
  FROMSTATUS: num('fromStatus'),
  FROMSUBSTATUSID: num('fromSubStatusId'),
  ID: num('id'),
  TOSTATUS: num('toStatus'),
  TOSUBSTATUSID: num('toSubStatusId'),
});

/** A change of a shipment's status. */
export const shipmentStatusRecord = record<StatusEntry>()('shipmentStatusEntry', {
  ACTIONS: list('actions', statusActionRecord, { in: 'column' }),
  CURRENTDATETIME: instant('at'),
  DOCUMENTSHIPMENTID: num('shipmentId'),
  FROMSTATUS: num('fromStatus'),
  FROMSUBSTATUSID: num('fromSubStatusId'),
  ID: num('id'),
  TOSTATUS: num('toStatus'),
  TOSUBSTATUSID: num('toSubStatusId'),
});
