import { Module } from '@nestjs/common';
import { TagGroupsController } from './tag-groups/tag-groups.controller';
import { TagGroupsService } from './tag-groups/tag-groups.service';

/** Tags: attributes that a store defines itself (specification, Tag groups and Tags). */
@Module({
  controllers: [TagGroupsController],
  providers: [TagGroupsService],
})
export class CustomTagsModule {}
