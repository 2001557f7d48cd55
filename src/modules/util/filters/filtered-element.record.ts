import { numberField, defineRecord, stringField } from '../../../api';

/** An element that has a filter. */
export const filteredElementRecord = defineRecord<{ id: number; pId: string }>()('ref', {
  ID: numberField('id'),
  PID: stringField('pId'),
});
