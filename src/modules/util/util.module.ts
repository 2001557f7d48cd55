import { Module } from '@nestjs/common';
import { ImagesModule } from '../../platform/media/images';
import { SalesModule } from '../sales';
import { CatalogController } from './catalog/catalog.controller';
import { CatalogService } from './catalog/catalog.service';
import { FiltersController } from './filters/filters.controller';
import { LanguagesController } from './languages/languages.controller';
import { StatusListsController } from './status-lists/status-lists.controller';
import { UploadImageController } from './upload-image/upload-image.controller';
import { UploadImageService } from './upload-image/upload-image.service';
import { VariantStore } from './upload-image/variant-store';

/** Utilities (specification, Utilities) and lists of records that requests can refer to. */
@Module({
  imports: [ImagesModule, SalesModule],
  controllers: [
    CatalogController,
    FiltersController,
    LanguagesController,
    StatusListsController,
    UploadImageController,
  ],
  providers: [CatalogService, UploadImageService, VariantStore],
})
export class UtilModule {}
