import { Module, type OnModuleInit } from '@nestjs/common';
import { Catalog } from '../../platform/catalog';
import { ImportRecordTypes } from '../../platform/data-transfer/imports';
import { LocationLookup } from './location-lookup';
import { createLocationImporter } from './location.importer';
import { LocationsController } from './locations.controller';
import { LocationsService } from './locations.service';

/** Physical locations (specification, Physical locations). */
@Module({
  controllers: [LocationsController],
  providers: [LocationLookup, LocationsService],
  exports: [LocationLookup],
})
export class LocationsModule implements OnModuleInit {
  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly locations: LocationsService,
    private readonly catalog: Catalog,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(createLocationImporter(this.locations, this.catalog));
    this.importRecordTypes.registerRemovable('location', this.locations);
  }
}
