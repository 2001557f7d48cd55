import { instantField, numberField, defineRecord, stringField } from '../../../src/api';
import type { Shelf } from './shelf.entity';

export const shelfRecord = defineRecord<Shelf>()(
  { name: 'shelf', extensions: ['UPDATEDAT'] },
  {
    CAPACITY: numberField('capacity'),
    ID: numberField('id'),
    NAME: stringField('name'),
    PID: stringField('pId'),
    UPDATEDAT: instantField('updatedAt'),
  },
);
