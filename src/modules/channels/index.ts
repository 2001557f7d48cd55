export { ChannelsModule } from './channels.module';
export { ChannelLocation } from './channel-location.entity';
export { channelLocationUpdatedAtOwner } from './channel-location.importer';
