import {
  codeField,
  computedField,
  withKeywords,
  objectField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  stringField,
} from '../../../../api';
import { actorKinds, systemActor } from '../../../../core/actor-context';
import { toUrlOrigin } from '../../../../core/url-origin';
import { actionCodes, actionRunStateCodes } from '../action-codes';
import { documentStatesText, stateCodes } from '../document-states';
import type { NamedValue, StatusActionRun } from '../entities/snapshots';
import type { StatusEntry } from '../entities/status-entry.entity';

export const namedValueRecord = defineRecord<NamedValue>()('namedValue', {
  NAME: stringField('name'),
  VALUE: stringField('value'),
});

/** A parameter of an action. URLs are reduced to their origin: older entries hold a path that is usually secret. */
export const actionParameterRecord = defineRecord<NamedValue>()('actionParameter', {
  NAME: stringField('name'),
  VALUE: computedField({
    schema: () => ({ type: 'string' }),
    serialize: ({ name, value }) => (name === 'url' ? toUrlOrigin(value) : value),
    columns: ['name', 'value'],
  }),
});

const statusActionRecord = defineRecord<StatusActionRun>()('statusAction', {
  ACTIONID: numberField('actionId'),
  ACTIONTYPE: codeField('actionType', actionCodes),
  HISTORYACTIONSTATUS: codeField('status', actionRunStateCodes),
  PARAMETERS: recordListField('parameters', actionParameterRecord, { storage: 'column' }),
  SETTINGORDERSTATUSACTIONID: numberField('settingId'),
});

/** The actor of a change, with the name of that time. */
const actorField = objectField<StatusEntry, { ID: number; KIND: string; NAME: string }>({
  ID: withKeywords(numberField('byId'), {
    description: 'Id of the key, user or configured action; 0 for an import and the service',
  }),
  KIND: computedField({
    schema: () => ({ type: 'string', enum: [...actorKinds] }),
    serialize: ({ byKind }) => byKind ?? systemActor.kind,
    columns: ['byKind'],
  }),
  NAME: withKeywords(stringField('byName'), {
    description:
      "The key's name, the administrator's nick, the import's owner, or the action's description",
  }),
});

/** Keys that extend the specification. */
const entryOptions = { extensions: ['BY', 'COMMENT'] } as const;

/** A change of the document's own status. */
export const documentStatusRecord = defineRecord<StatusEntry>()(
  { name: 'documentStatusEntry', ...entryOptions },
  {
    ACTIONS: recordListField('actions', statusActionRecord, { storage: 'column' }),
    BY: actorField,
    COMMENT: stringField('comment'),
    CURRENTDATETIME: instantField('at'),
    DOCUMENTID: numberField('documentId'),
    FROMSTATUS: withKeywords(numberField('fromStatus'), { description: documentStatesText }),
    FROMSUBSTATUSID: numberField('fromSubStatusId'),
    ID: numberField('id'),
    TOSTATUS: withKeywords(numberField('toStatus'), { description: documentStatesText }),
    TOSUBSTATUSID: numberField('toSubStatusId'),
  },
);

/** A change of a shipment's status. */
export const shipmentStatusRecord = defineRecord<StatusEntry>()(
  { name: 'shipmentStatusEntry', ...entryOptions },
  {
    ACTIONS: recordListField('actions', statusActionRecord, { storage: 'column' }),
    BY: actorField,
    COMMENT: stringField('comment'),
    CURRENTDATETIME: instantField('at'),
    DOCUMENTSHIPMENTID: numberField('shipmentId'),
    FROMSTATUS: codeField('fromStatus', stateCodes.shipment),
    FROMSUBSTATUSID: numberField('fromSubStatusId'),
    ID: numberField('id'),
    TOSTATUS: codeField('toStatus', stateCodes.shipment),
    TOSUBSTATUSID: numberField('toSubStatusId'),
  },
);
