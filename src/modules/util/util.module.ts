import { Module } from '@nestjs/common';
import { SalesModule } from '../sales';
import { CatalogController } from './catalog/catalog.controller';
import { CatalogService } from './catalog/catalog.service';
import { FiltersController } from './filters/filters.controller';
import { LanguagesController } from './languages/languages.controller';
import { StatusListsController } from './status-lists/status-lists.controller';

/** Utilities (specification, Utilities), and lists of what requests can name. */
@Module({
  imports: [SalesModule],
  controllers: [CatalogController, FiltersController, LanguagesController, StatusListsController],
  providers: [CatalogService],
})
export class UtilModule {}
