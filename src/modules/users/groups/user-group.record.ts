import {
  numericFlagField,
  instantField,
  numberField,
  defineRecord,
  stringField,
} from '../../../api';
import type { UserGroup } from './user-group.entity';

/** Specification, User group record. */
export const userGroupRecord = defineRecord<UserGroup>()(
  { name: 'userGroup', extensions: ['UPDATEDAT'] },
  {
    DATEADDED: instantField('dateAdded'),
    DEFAULTGROUP: numericFlagField({
      from: ({ defaultMarker }) => defaultMarker === 1,
      needs: ['defaultMarker'],
    }),
    DESCRIPTION: stringField('description'),
    ID: numberField('id'),
    NAME: stringField('name'),
    PID: stringField('pId'),
    SYSTEMGROUP: numericFlagField({
      from: ({ systemMarker }) => systemMarker === 1,
      needs: ['systemMarker'],
    }),
    UPDATEDAT: instantField('updatedAt'),
  },
);
