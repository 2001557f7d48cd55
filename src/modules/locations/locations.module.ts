import { Module } from '@nestjs/common';
import { LocationLookup } from './location-lookup';
import { LocationImporter } from './location.importer';
import { LocationsController } from './locations.controller';
import { LocationsService } from './locations.service';

/** Physical locations (specification, Physical locations). */
@Module({
  controllers: [LocationsController],
  providers: [LocationImporter, LocationLookup, LocationsService],
  exports: [LocationLookup],
})
export class LocationsModule {}
