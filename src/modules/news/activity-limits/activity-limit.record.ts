import { numberField, defineRecord, stringField } from '../../../api';
import type { ActivityLimit } from './activity-limit.entity';

export const activityLimitRecord = defineRecord<ActivityLimit>()('activityLimit', {
  ACTIVATIONDATE: stringField('activationDate'),
  EXPIRATIONDATE: stringField('expirationDate'),
  ID: numberField('id'),
});
