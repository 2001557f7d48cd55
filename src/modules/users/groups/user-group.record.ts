import { flag, instant, num, record, str } from '../../../api';
import type { UserGroup } from './user-group.entity';

/** Specification, User group record. */
export const userGroupRecord = record<UserGroup>()(
  'userGroup',
  {
    DATEADDED: instant('dateAdded'),
    DEFAULTGROUP: flag({
      from: ({ defaultMarker }) => defaultMarker === 1,
      needs: ['defaultMarker'],
    }),
    DESCRIPTION: str('description'),
    ID: num('id'),
    NAME: str('name'),
    PID: str('pId'),
    SYSTEMGROUP: flag({ from: ({ systemMarker }) => systemMarker === 1, needs: ['systemMarker'] }),
    UPDATEDAT: instant('updatedAt'),
  },
  { extensions: ['UPDATEDAT'] },
);
