export { LocationLookup, type LocationPlace } from './location-lookup';
export { PhysicalLocation } from './location.entity';
export { LocationsModule } from './locations.module';
export { locationNames, locationWalks } from './location-exports';
