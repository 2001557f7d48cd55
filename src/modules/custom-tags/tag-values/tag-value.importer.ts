import { Injectable } from '@nestjs/common';
import { mergePlans, createLoadPlan } from '../../../core/load-plan';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import { TagsService } from '../tags/tags.service';
import { TagValueImportDto } from './tag-value.dto';
import { TagValue } from './tag-value.entity';
import { tagValueRecord } from './tag-value.record';
import { TagValuesService } from './tag-values.service';

const importPlan = mergePlans(
  tagValueRecord.getLoadPlan(),
  createLoadPlan(TagValue, [], { tag: [] }),
);

/** Creates the import definition of tag values. The records contain the API's create body and the tag. */
function createTagValueImportDefinition(values: TagValuesService, tags: TagsService) {
  return defineResourceImport<TagValueImportDto, TagValue>({
    type: 'tagValue',
    dto: TagValueImportDto,
    updatedAtOwner: { entity: TagValue },
    provisionalRow: {
      entity: TagValue,
      toRow: ({ content, record: { value } }) => ({
        ...content,
        tagId: content?.tag.id,
        tag: { ...value.tag, ...content?.tag },
      }),
    },
    key: {
      imported: ({ tag, pId }) => JSON.stringify([tag.id ?? tag.pId, pId]),
      stored: ({ tag, pId }) => JSON.stringify([tag.id, pId]),
    },
    toCompleteRecords: async (records) => {
      const ids = await tags.resolveIds(
        records.map(({ tag }) => tag),
        '/tag',
      );
      return records.map(({ languages = [], ...value }, index) => {
        return { ...value, languages, tag: { id: ids[index] as number } };
      });
    },
    findStoredRecords: (_keys, records) =>
      values.listByTags(
        records.map(({ tag }) => tag.id as number),
        records.map(({ pId }) => pId),
        importPlan,
      ),
    create: createSequentialRunner(({ tag, ...value }) => values.create(tag.id as number, value)),
    update: (id, { tag: _tag, ...value }) => values.update(id, value, { textMode: 'replace' }),
  });
}

/** Imports values of tags. */
@Injectable()
@ImportTypeRegistrar()
export class TagValueImporter implements ImportTypeRegistrar {
  constructor(
    private readonly values: TagValuesService,
    private readonly tags: TagsService,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createTagValueImportDefinition(this.values, this.tags));
  }
}
