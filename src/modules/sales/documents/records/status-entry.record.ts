import { code, computed, described, group, instant, list, num, record, str } from '../../../../api';
import { actorKinds, systemActor } from '../../../../core/acting';
import { toUrlOrigin } from '../../../../core/web-address';
import { actionCodes, runStateCodes } from '../action-codes';
import { documentStatesText, stateCodes } from '../document-states';
import type { NamedValue, StatusActionRun } from '../entities/snapshots';
import type { StatusEntry } from '../entities/status-entry.entity';

export const namedValueRecord = record<NamedValue>()('namedValue', {
  NAME: str('name'),
  VALUE: str('value'),
});

/** A parameter of an action. Of an address only the origin is shown: older entries hold its path, usually a secret. */
export const actionParameterRecord = record<NamedValue>()('actionParameter', {
  NAME: str('name'),
  VALUE: computed({
    schema: () => ({ type: 'string' }),
    write: ({ name, value }) => (name === 'url' ? toUrlOrigin(value) : value),
    needs: ['name', 'value'],
  }),
});

const statusActionRecord = record<StatusActionRun>()('statusAction', {
  ACTIONID: num('actionId'),
  ACTIONTYPE: code('actionType', actionCodes),
  HISTORYACTIONSTATUS: code('status', runStateCodes),
  PARAMETERS: list('parameters', actionParameterRecord, { in: 'column' }),
  SETTINGORDERSTATUSACTIONID: num('settingId'),
});

/** Who made a change, by the name of that time. */
const by = group<StatusEntry, { ID: number; KIND: string; NAME: string }>({
  ID: described(num('byId'), {
    description: 'Of the key, the user or the configured action; 0 for an import and the service',
  }),
  KIND: computed({
    schema: () => ({ type: 'string', enum: [...actorKinds] }),
    write: ({ byKind }) => byKind ?? systemActor.kind,
    needs: ['byKind'],
  }),
  NAME: described(str('byName'), {
    description:
      "The key's name, the administrator's nick, whose import it was, or what the action does",
  }),
});

/** What an entry holds besides the specification. */
const added = { extensions: ['BY', 'COMMENT'] } as const;

/** A change of the document's own status. */
export const documentStatusRecord = record<StatusEntry>()(
  'documentStatusEntry',
  {
    ACTIONS: list('actions', statusActionRecord, { in: 'column' }),
    BY: by,
    COMMENT: str('comment'),
    CURRENTDATETIME: instant('at'),
    DOCUMENTID: num('documentId'),
    FROMSTATUS: described(num('fromStatus'), { description: documentStatesText }),
    FROMSUBSTATUSID: num('fromSubStatusId'),
    ID: num('id'),
    TOSTATUS: described(num('toStatus'), { description: documentStatesText }),
    TOSUBSTATUSID: num('toSubStatusId'),
  },
  added,
);

/** A change of a shipment's status. */
export const shipmentStatusRecord = record<StatusEntry>()(
  'shipmentStatusEntry',
  {
    ACTIONS: list('actions', statusActionRecord, { in: 'column' }),
    BY: by,
    COMMENT: str('comment'),
    CURRENTDATETIME: instant('at'),
    DOCUMENTSHIPMENTID: num('shipmentId'),
    FROMSTATUS: code('fromStatus', stateCodes.shipment),
    FROMSUBSTATUSID: num('fromSubStatusId'),
    ID: num('id'),
    TOSTATUS: code('toStatus', stateCodes.shipment),
    TOSUBSTATUSID: num('toSubStatusId'),
  },
  added,
);
