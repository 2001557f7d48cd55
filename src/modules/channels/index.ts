export { ChannelsModule } from './channels.module';
export { ChannelLocation } from './channel-location.entity';
export { channelLocationTimestamps } from './channel-location.importer';
