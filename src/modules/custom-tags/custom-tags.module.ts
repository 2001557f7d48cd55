import { Module } from '@nestjs/common';
import { TagAssignmentResolver } from './assignments/tag-assignment-resolver';
import { TagGroupLinksController } from './tag-group-links/tag-group-links.controller';
import { TagGroupLinksService } from './tag-group-links/tag-group-links.service';
import { TagGroupImporter } from './tag-groups/tag-group.importer';
import { TagGroupsController } from './tag-groups/tag-groups.controller';
import { TagGroupsService } from './tag-groups/tag-groups.service';
import { TagValueImporter } from './tag-values/tag-value.importer';
import { TagValuesController } from './tag-values/tag-values.controller';
import { TagValuesService } from './tag-values/tag-values.service';
import { TagImporter } from './tags/tag.importer';
import { TagsController } from './tags/tags.controller';
import { TagsService } from './tags/tags.service';

/** Tags: attributes that a store defines itself (specification, Tag groups and Tags). */
@Module({
  // TagsController comes before TagValuesController, so that `getId/values` is not routed to the values of a tag.
  controllers: [TagGroupsController, TagsController, TagValuesController, TagGroupLinksController],
  providers: [
    TagAssignmentResolver,
    TagGroupImporter,
    TagGroupLinksService,
    TagGroupsService,
    TagImporter,
    TagsService,
    TagValueImporter,
    TagValuesService,
  ],
  exports: [TagAssignmentResolver],
})
export class CustomTagsModule {}
