import { Module } from '@nestjs/common';
import { DefinitionItemsController } from './definition-items.controller';
import { DefinitionCollection } from './definitions/definition.collection';
import { DefinitionImporter } from './definitions/definition.importer';
import { DefinitionsController } from './definitions/definitions.controller';
import { DefinitionsService } from './definitions/definitions.service';

/** Customization templates for users, groups, countries or zones (specification, Customization templates). */
@Module({
  // DefinitionsController comes first, because a pId may look like a path of DefinitionItemsController.
  controllers: [DefinitionsController, DefinitionItemsController],
  providers: [DefinitionCollection, DefinitionImporter, DefinitionsService],
})
export class DefinitionsModule {}
