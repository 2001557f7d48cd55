import { instant, num, record, str } from '../../../src/api';
import type { Shelf } from './shelf.entity';

export const shelfRecord = record<Shelf>()(
  'shelf',
  {
    CAPACITY: num('capacity'),
    ID: num('id'),
    NAME: str('name'),
    PID: str('pId'),
    UPDATEDAT: instant('updatedAt'),
  },
  { extensions: ['UPDATEDAT'] },
);
