import {
  instantField,
  recordListField,
  numberField,
  defineRecord,
  stringField,
} from '../../../api';
import { filterItemRecord } from '../../../platform/requests/filters';
import type { Definition } from './definition.entity';

/** A customization template (specification, Definition record). */
export const definitionRecord = defineRecord<Definition>()(
  { name: 'definition', extensions: ['UPDATEDAT'] },
  {
    DEFINITIONITEMS: recordListField('definitionItems', filterItemRecord, { storage: 'attached' }),
    DESCRIPTION: stringField('description'),
    ID: numberField('id'),
    NAME: stringField('name'),
    PID: stringField('pId'),
    UPDATEDAT: instantField('updatedAt'),
  },
);
