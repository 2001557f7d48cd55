export { DefinitionsModule } from './definitions.module';
export { Definition } from './definitions/definition.entity';
