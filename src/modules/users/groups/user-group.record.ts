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
      compute: ({ defaultMarker }) => defaultMarker === 1,
      columns: ['defaultMarker'],
    }),
    DESCRIPTION: stringField('description'),
    ID: numberField('id'),
    NAME: stringField('name'),
    PID: stringField('pId'),
    SYSTEMGROUP: numericFlagField({
      compute: ({ systemMarker }) => systemMarker === 1,
      columns: ['systemMarker'],
    }),
    UPDATEDAT: instantField('updatedAt'),
  },
);
