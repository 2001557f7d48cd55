export { LocationLookup, type ReferencedLocation } from './location-lookup';
export { PhysicalLocation } from './location.entity';
export { LocationsModule } from './locations.module';
export { locationPidResolver, locationExportSources } from './location-export-sources';
