import { Injectable } from '@nestjs/common';
import { FilterItems, toCanonicalFilters } from '../../../platform/requests/filters';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypes,
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
 * Creates the importer of definitions, whose records look like the API's create body. The filters of a record replace
 * the stored ones.
 */
function createDefinitionImporter(definitions: DefinitionsService, filters: FilterItems) {
  const plan = definitionRecord.plan();
  return defineResourceImport<CreateDefinitionDto, StoredDefinition>({
    type: 'definition',
    dto: CreateDefinitionDto,
    updatedAtOwner: { entity: Definition },
    toCompleteRecords: createSequentialRunner(async ({ definitionItems = [], ...value }) => {
      const resolved = await filters.resolve(definitionItems, (at) => `/definitionItems/${at}`);
      return { ...value, definitionItems: toCanonicalFilters(resolved) };
    }),
    find: async (pIds) => (await definitions.listByPIds(pIds, plan)).map(toImportForm),
    create: createSequentialRunner((value) => definitions.create(value)),
    update: (id, value) => definitions.update(id, value),
  });
}

function toImportForm({ definitionItems = [], ...stored }: Definition): StoredDefinition {
  return { ...stored, definitionItems: toCanonicalFilters(definitionItems) };
}

/** Imports customization templates. */
@Injectable()
@ImportTypeRegistrar()
export class DefinitionImporter implements ImportTypeRegistrar {
  constructor(
    private readonly definitions: DefinitionsService,
    private readonly filters: FilterItems,
  ) {}

  registerImportTypes(types: ImportRecordTypes): void {
    types.register(createDefinitionImporter(this.definitions, this.filters), this.definitions);
  }
}
