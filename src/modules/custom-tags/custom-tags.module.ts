import { Module, type OnModuleInit } from '@nestjs/common';
import { LineTypes } from '../intake';
import { tagGroupLines } from './tag-groups/tag-group.lines';
import { TagGroupsController } from './tag-groups/tag-groups.controller';
import { TagGroupsService } from './tag-groups/tag-groups.service';

/** Tags: attributes that a store defines itself (specification, Tag groups and Tags). */
@Module({
  controllers: [TagGroupsController],
  providers: [TagGroupsService],
})
export class CustomTagsModule implements OnModuleInit {
  constructor(
    private readonly lineTypes: LineTypes,
    private readonly groups: TagGroupsService,
  ) {}

  onModuleInit(): void {
    this.lineTypes.register(tagGroupLines(this.groups));
  }
}
