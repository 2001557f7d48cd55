import { num, record, str } from '../../../api';

/** An element that carries a filter. */
export const filteredElementRecord = record<{ id: number; pId: string }>()('ref', {
  ID: num('id'),
  PID: str('pId'),
});
