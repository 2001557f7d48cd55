import { Injectable } from '@nestjs/common';
import { FilterItems, toFiltersById } from '../../../platform/requests/filters';
import {
  runSequentially,
  defineResourceImport,
  type ImportRecordTypes,
  ImportSource,
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
    timestamped: { entity: Definition },
    toCompleteRecords: runSequentially(async ({ definitionItems = [], ...value }) => {
      const resolved = await filters.resolve(definitionItems, (at) => `/definitionItems/${at}`);
      return { ...value, definitionItems: toFiltersById(resolved) };
    }),
    find: async (pIds) => (await definitions.listByPIds(pIds, plan)).map(toImportForm),
    create: runSequentially((value) => definitions.create(value)),
    update: (id, value) => definitions.update(id, value),
  });
}

function toImportForm({ definitionItems = [], ...stored }: Definition): StoredDefinition {
  return { ...stored, definitionItems: toFiltersById(definitionItems) };
}

/** Imports customization templates. */
@Injectable()
@ImportSource()
export class DefinitionImporter implements ImportSource {
  constructor(
    private readonly definitions: DefinitionsService,
    private readonly filters: FilterItems,
  ) {}

  registerImports(types: ImportRecordTypes): void {
    types.register(createDefinitionImporter(this.definitions, this.filters), this.definitions);
  }
}
