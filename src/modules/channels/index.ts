export { ChannelsModule } from './channels.module';
export { ChannelLocation } from './channel-location.entity';
export { channelLocationTimestampSource } from './channel-location.importer';
