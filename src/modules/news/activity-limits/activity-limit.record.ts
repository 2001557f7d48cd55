import { num, record, str } from '../../../api';
import type { ActivityLimit } from './activity-limit.entity';

export const activityLimitRecord = record<ActivityLimit>()('activityLimit', {
  ACTIVATIONDATE: str('activationDate'),
  EXPIRATIONDATE: str('expirationDate'),
  ID: num('id'),
});
