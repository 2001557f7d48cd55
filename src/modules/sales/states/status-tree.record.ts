import {
  computedField,
  recordListField,
  numberField,
  defineRecord,
  type RecordDefinition,
  stringField,
} from '../../../api';

/** A sub-status with its children, in one language. */
export interface SubStatusNode {
  readonly description: string;
  readonly id: number;
  readonly name: string;
  readonly pId: string;
  readonly publicName: string;
  readonly subStates: SubStatusNode[];
}

/** A state of the specification with the store's sub-statuses, in one language. */
interface StatusTreeState {
  readonly name: string;
  /** Number of the state; a minus is replaced with an underscore. */
  readonly state: string;
  readonly subStates: readonly SubStatusNode[];
}

/** The states of one kind of record. */
export interface StatusTree {
  readonly states: readonly StatusTreeState[];
}

const subStateRecord: RecordDefinition<SubStatusNode, SubStatusNode> =
  defineRecord<SubStatusNode>()('subState', {
    description: stringField('description'),
    id: numberField('id'),
    name: stringField('name'),
    pId: stringField('pId'),
    publicName: stringField('publicName'),
    // Recursive: `subStateRecord` is only defined when the functions run.
    subStates: computedField({
      schema: (nested) => ({ type: 'array', items: nested(subStateRecord) }),
      serialize: ({ subStates }, context) =>
        subStates.map((one) => subStateRecord.serialize(one, context)),
      columns: [],
    }),
  });

const stateRecord = defineRecord<StatusTreeState>()('state', {
  name: stringField('name'),
  state: stringField('state'),
  subStates: recordListField('subStates', subStateRecord),
});

/** A status tree (specification, Status tree record). */
export const statusTreeRecord = defineRecord<StatusTree>()('statusTree', {
  states: recordListField('states', stateRecord),
});
