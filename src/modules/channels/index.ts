export { ChannelsModule } from './channels.module';
export { ChannelLocation } from './channel-location.entity';
export { timestampedByChannel } from './channel-location.importer';
