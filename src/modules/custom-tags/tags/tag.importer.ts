import { Injectable } from '@nestjs/common';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import { TagImportDto } from './tag.dto';
import { Tag } from './tag.entity';
import { tagRecord } from './tag.record';
import { TagsService } from './tags.service';

/**
 * Creates the import definition of tags. The records contain the API's create body and fields that no operation sets.
 * The groups of a record replace the stored ones.
 */
function createTagImportDefinition(tags: TagsService) {
  const plan = tagRecord.getLoadPlan();
  return defineResourceImport<TagImportDto, Tag>({
    type: 'tag',
    dto: TagImportDto,
    updatedAtOwner: { entity: Tag },
    provisionalRow: { entity: Tag, toRow: ({ content }) => ({ ...content }) },
    toCompleteRecords: (values) =>
      values.map(({ groups = [], languages = [], ...value }) => ({ ...value, languages, groups })),
    immutableMembers: ['controlType', 'itemType'],
    findStoredRecords: (pIds) => tags.listByPIds(pIds, plan),
    create: createSequentialRunner((value) => tags.create(value, { isImport: true })),
    update: (id, { controlType: _controlType, itemType: _itemType, ...value }) =>
      tags.update(id, value, { isImport: true }),
  });
}

/** Imports tags. */
@Injectable()
@ImportTypeRegistrar()
export class TagImporter implements ImportTypeRegistrar {
  constructor(private readonly tags: TagsService) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createTagImportDefinition(this.tags), { remover: this.tags });
  }
}
