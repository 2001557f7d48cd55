import { bool, num, record, refTo } from '../../api';
import type { ChannelLocation } from './channel-location.entity';

export const channelLocationRecord = record<ChannelLocation>()('channelLocation', {
  DELIVERYPOINT: bool('deliveryPoint'),
  HEADQUARTER: refTo('headquarter'),
  PHYSICALLOCATION: refTo('location'),
  RETURNPOINT: bool('returnPoint'),
  ZONERADIUS: num('zoneRadius'),
});
