import { Injectable } from '@nestjs/common';
import { FilterItemsService, toCanonicalFilters } from '../../../platform/requests/filters';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import { CreateDefinitionDto } from './definition.dto';
import { Definition } from './definition.entity';
import { definitionRecord } from './definition.record';
import { DefinitionsService } from './definitions.service';

/** A stored definition in the form of an import record. */
type StoredDefinition = Omit<Definition, 'definitionItems'> &
  Pick<CreateDefinitionDto, 'definitionItems'>;

/**
 * Creates the import definition of customization templates. The records look like the API's create body. The filters
 * of a record replace the stored ones.
 */
function createDefinitionImportDefinition(
  definitions: DefinitionsService,
  filters: FilterItemsService,
) {
  const plan = definitionRecord.getLoadPlan();
  return defineResourceImport<CreateDefinitionDto, StoredDefinition>({
    type: 'definition',
    dto: CreateDefinitionDto,
    updatedAtOwner: { entity: Definition },
    toCompleteRecords: createSequentialRunner(async ({ definitionItems = [], ...value }) => {
      const resolvedFilters = await filters.resolveFilters(
        definitionItems,
        (index) => `/definitionItems/${index}`,
      );
      return { ...value, definitionItems: toCanonicalFilters(resolvedFilters) };
    }),
    findStoredRecords: async (pIds) =>
      (await definitions.listByPIds(pIds, plan)).map(toImportRecord),
    create: createSequentialRunner((value) => definitions.create(value)),
    update: (id, value) => definitions.update(id, value),
  });
}

function toImportRecord({ definitionItems = [], ...stored }: Definition): StoredDefinition {
  return { ...stored, definitionItems: toCanonicalFilters(definitionItems) };
}

/** Imports customization templates. */
@Injectable()
@ImportTypeRegistrar()
export class DefinitionImporter implements ImportTypeRegistrar {
  constructor(
    private readonly definitions: DefinitionsService,
    private readonly filters: FilterItemsService,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createDefinitionImportDefinition(this.definitions, this.filters), {
      remover: this.definitions,
    });
  }
}
