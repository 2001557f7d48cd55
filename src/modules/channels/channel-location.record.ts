import { booleanField, numberField, defineRecord, relationReferenceField } from '../../api';
import type { ChannelLocation } from './channel-location.entity';

export const channelLocationRecord = defineRecord<ChannelLocation>()('channelLocation', {
  DELIVERYPOINT: booleanField('deliveryPoint'),
  HEADQUARTER: relationReferenceField('headquarter'),
  PHYSICALLOCATION: relationReferenceField('location'),
  RETURNPOINT: booleanField('returnPoint'),
  ZONERADIUS: numberField('zoneRadius'),
});
