export { ChannelsModule } from './channels.module';
