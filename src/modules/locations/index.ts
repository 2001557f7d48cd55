export { LocationsModule } from './locations.module';
