import { Module } from '@nestjs/common';
import { LocationsModule } from '../locations';
import { ChannelLocationImporter } from './channel-location.importer';
import { ChannelLocationsService } from './channel-locations.service';
import { ChannelsController } from './channels.controller';

/** Sales channels and the physical locations that serve them (specification, Sales channels). */
@Module({
  imports: [LocationsModule],
  controllers: [ChannelsController],
  providers: [ChannelLocationImporter, ChannelLocationsService],
})
export class ChannelsModule {}
