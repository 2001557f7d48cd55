export { ChannelsModule } from './channels.module';
export { ChannelLocation } from './channel-location.entity';
export { datedByChannel } from './channel-location.lines';
