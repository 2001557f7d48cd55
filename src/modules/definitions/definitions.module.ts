import { Module, type OnModuleInit } from '@nestjs/common';
import { FilterItems } from '../../platform/requests/filters';
import { ImportRecordTypes } from '../../platform/data-transfer/imports';
import { DefinitionItemsController } from './definition-items.controller';
import { createDefinitionImporter } from './definitions/definition.importer';
import { DefinitionsController } from './definitions/definitions.controller';
import { DefinitionsService } from './definitions/definitions.service';

/** Customization templates for users, groups, countries or zones (specification, Customization templates). */
@Module({
  // DefinitionsController comes first, because a pId may look like a path of the filters.
  controllers: [DefinitionsController, DefinitionItemsController],
  providers: [DefinitionsService],
})
export class DefinitionsModule implements OnModuleInit {
  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly definitions: DefinitionsService,
    private readonly filters: FilterItems,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(createDefinitionImporter(this.definitions, this.filters));
    this.importRecordTypes.registerRemovable('definition', this.definitions);
  }
}
