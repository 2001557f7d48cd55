import { numberField, record, stringField } from '../../../api';
import type { ActivityLimit } from './activity-limit.entity';

export const activityLimitRecord = record<ActivityLimit>()('activityLimit', {
  ACTIVATIONDATE: stringField('activationDate'),
  EXPIRATIONDATE: stringField('expirationDate'),
  ID: numberField('id'),
});
