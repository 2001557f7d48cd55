import { Injectable } from '@nestjs/common';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import { CreateTagGroupDto } from './tag-group.dto';
import { TagGroup } from './tag-group.entity';
import { tagGroupRecord } from './tag-group.record';
import { TagGroupsService } from './tag-groups.service';

/** Creates the import definition of tag groups. The records look like the API's create body. */
function createTagGroupImportDefinition(groups: TagGroupsService) {
  const plan = tagGroupRecord.getLoadPlan();
  return defineResourceImport<CreateTagGroupDto, TagGroup>({
    type: 'tagGroup',
    dto: CreateTagGroupDto,
    updatedAtOwner: { entity: TagGroup },
    provisionalRow: { entity: TagGroup, toRow: ({ content }) => ({ ...content }) },
    toCompleteRecords: (values) =>
      values.map(({ languages = [], ...value }) => ({ ...value, languages })),
    immutableMembers: ['itemType'],
    findStoredRecords: (pIds) => groups.listByPIds(pIds, plan),
    create: createSequentialRunner((value) => groups.create(value)),
    update: (id, { itemType: _itemType, ...value }) =>
      groups.update(id, value, { textMode: 'replace' }),
  });
}

/** Imports tag groups. */
@Injectable()
@ImportTypeRegistrar()
export class TagGroupImporter implements ImportTypeRegistrar {
  constructor(private readonly groups: TagGroupsService) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createTagGroupImportDefinition(this.groups), { remover: this.groups });
  }
}
