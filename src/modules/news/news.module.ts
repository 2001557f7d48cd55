import { Module } from '@nestjs/common';
import { ActivityLimitsController } from './activity-limits/activity-limits.controller';
import { ActivityLimitsService } from './activity-limits/activity-limits.service';
import { NewsItemsController } from './news-items.controller';
import { NewsPartsService } from './news/news-parts.service';
import { NewsCollection } from './news/news.collection';
import { NewsController } from './news/news.controller';
import { NewsImporter } from './news/news.importer';
import { NewsService } from './news/news.service';

/** News of the store (specification, News). */
@Module({
  // NewsController comes first, because a pId may look like a path of the others.
  controllers: [NewsController, ActivityLimitsController, NewsItemsController],
  providers: [NewsCollection, NewsImporter, NewsPartsService, NewsService, ActivityLimitsService],
})
export class NewsModule {}
