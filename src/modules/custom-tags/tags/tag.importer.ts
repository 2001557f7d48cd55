import { Injectable } from '@nestjs/common';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypes,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import { TagImportDto } from './tag.dto';
import { Tag } from './tag.entity';
import { tagRecord } from './tag.record';
import { TagsService } from './tags.service';

/**
 * Creates the importer of tags. Its records contain the API's create body and fields that no operation sets. The groups
 * of a record replace the stored ones.
 */
function createTagImporter(tags: TagsService) {
  const plan = tagRecord.plan();
  return defineResourceImport<TagImportDto, Tag>({
    type: 'tag',
    dto: TagImportDto,
    updatedAtOwner: { entity: Tag },
    dryRunRow: { entity: Tag, toRow: ({ content }) => ({ ...content }) },
    toCompleteRecords: (values) =>
      values.map(({ groups = [], languages = [], ...value }) => ({ ...value, languages, groups })),
    immutable: ['controlType', 'itemType'],
    find: (pIds) => tags.listByPIds(pIds, plan),
    create: createSequentialRunner((value) => tags.create(value, { isImport: true })),
    update: (id, { controlType: _control, itemType: _item, ...value }) =>
      tags.update(id, value, { isImport: true }),
  });
}

/** Imports tags. */
@Injectable()
@ImportTypeRegistrar()
export class TagImporter implements ImportTypeRegistrar {
  constructor(private readonly tags: TagsService) {}

  registerImportTypes(types: ImportRecordTypes): void {
    types.register(createTagImporter(this.tags), this.tags);
  }
}
