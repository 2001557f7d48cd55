import { numberField, record, stringField } from '../../../api';

/** An element that carries a filter. */
export const filteredElementRecord = record<{ id: number; pId: string }>()('ref', {
  ID: numberField('id'),
  PID: stringField('pId'),
});
