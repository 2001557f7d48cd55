import { computedField, instantField, numberField, defineRecord, stringField } from '../../api';
import { type Erasure, erasureStates } from './erasure.entity';

export const erasureRecord = defineRecord<Erasure>()('erasure', {
  BEGUNAT: instantField('begunAt'),
  DOCUMENTS: numberField('documents'),
  DONEAT: instantField('doneAt'),
  ID: numberField('id'),
  OLDESTKEPT: instantField('oldestKept'),
  PID: stringField('pId'),
  STATE: computedField({
    schema: () => ({ type: 'string', enum: [...erasureStates] }),
    serialize: ({ state }) => state,
    columns: ['state'],
  }),
});
