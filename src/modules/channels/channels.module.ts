import { Module, type OnModuleInit } from '@nestjs/common';
import { ImportRecordTypes } from '../../platform/data-transfer/imports';
import { LocationsModule } from '../locations';
import { createChannelLocationImporter } from './channel-location.importer';
import { ChannelLocationsService } from './channel-locations.service';
import { ChannelsController } from './channels.controller';

/** Sales channels and the physical locations that serve them (specification, Sales channels). */
@Module({
  imports: [LocationsModule],
  controllers: [ChannelsController],
  providers: [ChannelLocationsService],
})
export class ChannelsModule implements OnModuleInit {
  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly links: ChannelLocationsService,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(createChannelLocationImporter(this.links));
  }
}
