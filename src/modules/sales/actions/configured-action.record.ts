import {
  booleanField,
  computedField,
  computedListField,
  withKeywords,
  instantField,
  numberField,
  defineRecord,
  referenceField,
  stringField,
} from '../../../api';
import { statesText, type StatefulRecordKind } from '../documents';
import { actionParameterRecord } from '../documents/records/status-entry.record';
import { statefulRecordKinds } from '../states';
import { type ActionName, actionNames } from './action-types';
import type { StatusAction } from './status-action.entity';

/** A status action with the pId of its sub-status. */
export interface ConfiguredAction extends StatusAction {
  /** Absent: the action has no sub-status. */
  readonly subStatusPId?: string | undefined;
}

/** A configured action; URLs are reduced to their origin. */
export const configuredActionRecord = defineRecord<ConfiguredAction>()('configuredAction', {
  ACTION: computedField<ConfiguredAction, ActionName>({
    schema: () => ({ type: 'string', enum: [...actionNames] }),
    serialize: ({ action }) => action,
    columns: ['action'],
  }),
  ACTIVE: withKeywords(booleanField('active'), {
    description: 'false: the action does not run',
  }),
  DOCUMENT: computedField<ConfiguredAction, StatefulRecordKind>({
    schema: () => ({ type: 'string', enum: [...statefulRecordKinds] }),
    serialize: ({ document }) => document,
    columns: ['document'],
  }),
  ID: numberField('id'),
  PARAMETERS: computedListField(actionParameterRecord, {
    compute: ({ parameters }: ConfiguredAction) =>
      Object.entries(parameters).map(([name, value]) => ({ name, value: String(value) })),
    columns: ['parameters'],
  }),
  PID: stringField('pId'),
  STATUS: withKeywords(numberField('status'), {
    description: `The state that starts the action. ${statesText}`,
  }),
  SUBSTATUS: referenceField(
    { compute: ({ subStatusId }) => subStatusId ?? 0, columns: ['subStatusId'] },
    { compute: ({ subStatusPId }) => subStatusPId ?? '', columns: ['subStatusId'] },
  ),
  UPDATEDAT: instantField('updatedAt'),
});
