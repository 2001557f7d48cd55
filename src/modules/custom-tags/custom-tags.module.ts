import { Module, type OnModuleInit } from '@nestjs/common';
import { ImportRecordTypes } from '../../platform/data-transfer/imports';
import { TagAssignmentResolver } from './assignments/tag-assignment-resolver';
import { TagGroupLinksController } from './tag-group-links/tag-group-links.controller';
import { TagGroupLinksService } from './tag-group-links/tag-group-links.service';
import { createTagGroupImporter } from './tag-groups/tag-group.importer';
import { TagGroupsController } from './tag-groups/tag-groups.controller';
import { TagGroupsService } from './tag-groups/tag-groups.service';
import { createTagValueImporter } from './tag-values/tag-value.importer';
import { TagValuesController } from './tag-values/tag-values.controller';
import { TagValuesService } from './tag-values/tag-values.service';
import { createTagImporter } from './tags/tag.importer';
import { TagsController } from './tags/tags.controller';
import { TagsService } from './tags/tags.service';

/** Tags: attributes that a store defines itself (specification, Tag groups and Tags). */
@Module({
  // TagsController comes first, so that `getId/values` is not routed to the values of a tag.
  controllers: [TagGroupsController, TagsController, TagValuesController, TagGroupLinksController],
  providers: [
    TagAssignmentResolver,
    TagGroupLinksService,
    TagGroupsService,
    TagsService,
    TagValuesService,
  ],
  exports: [TagAssignmentResolver],
})
export class CustomTagsModule implements OnModuleInit {
  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly groups: TagGroupsService,
    private readonly tags: TagsService,
    private readonly values: TagValuesService,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(createTagGroupImporter(this.groups));
    this.importRecordTypes.register(createTagImporter(this.tags));
    this.importRecordTypes.register(createTagValueImporter(this.values, this.tags));
    this.importRecordTypes.registerRemovable('tagGroup', this.groups);
    this.importRecordTypes.registerRemovable('tag', this.tags);
  }
}
