import { computed, instant, num, record, str } from '../../api';
import { type Erasure, erasureStates } from './erasure.entity';

export const erasureRecord = record<Erasure>()('erasure', {
  BEGUNAT: instant('begunAt'),
  DOCUMENTS: num('documents'),
  DONEAT: instant('doneAt'),
  ID: num('id'),
  OLDESTKEPT: instant('oldestKept'),
  PID: str('pId'),
  STATE: computed({
    schema: () => ({ type: 'string', enum: [...erasureStates] }),
    write: ({ state }) => state,
    needs: ['state'],
  }),
});
