import { flagField, instantField, numberField, defineRecord, stringField } from '../../../api';
import type { UserGroup } from './user-group.entity';

/** Specification, User group record. */
export const userGroupRecord = defineRecord<UserGroup>()(
  { name: 'userGroup', extensions: ['UPDATEDAT'] },
  {
    DATEADDED: instantField('dateAdded'),
    DEFAULTGROUP: flagField({
      from: ({ defaultMarker }) => defaultMarker === 1,
      needs: ['defaultMarker'],
    }),
    DESCRIPTION: stringField('description'),
    ID: numberField('id'),
    NAME: stringField('name'),
    PID: stringField('pId'),
    SYSTEMGROUP: flagField({
      from: ({ systemMarker }) => systemMarker === 1,
      needs: ['systemMarker'],
    }),
    UPDATEDAT: instantField('updatedAt'),
  },
);
