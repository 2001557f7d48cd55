export { DefinitionsModule } from './definitions.module';
