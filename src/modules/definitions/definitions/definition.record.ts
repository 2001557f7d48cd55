import { instant, list, num, record, str } from '../../../api';
import { filterItemRecord } from '../../../platform/requests/filters';
import type { Definition } from './definition.entity';

/** Specification, Definition record. */
export const definitionRecord = record<Definition>()(
  'definition',
  {
    DEFINITIONITEMS: list('definitionItems', filterItemRecord, { in: 'attached' }),
    DESCRIPTION: str('description'),
    ID: num('id'),
    NAME: str('name'),
    PID: str('pId'),
    UPDATEDAT: instant('updatedAt'),
  },
  { extensions: ['UPDATEDAT'] },
);
