import { booleanField, numberField, record, relationReferenceField } from '../../api';
import type { ChannelLocation } from './channel-location.entity';

export const channelLocationRecord = record<ChannelLocation>()('channelLocation', {
  DELIVERYPOINT: booleanField('deliveryPoint'),
  HEADQUARTER: relationReferenceField('headquarter'),
  PHYSICALLOCATION: relationReferenceField('location'),
  RETURNPOINT: booleanField('returnPoint'),
  ZONERADIUS: numberField('zoneRadius'),
});
