export { Catalog, type CatalogEntry, type CatalogTable, type Resolved, tableOf } from './catalog';
export {
  type CatalogKind,
  catalogKinds,
  type ElementKind,
  elementKinds,
  type HeadquarterSeries,
  isElementKind,
  type SeriesDocument,
  seriesDocuments,
} from './catalog-kind';
export { catalogLines } from './catalog-lines';
export { CatalogModule } from './catalog.module';
export { Channel } from './channel.entity';
export { Element } from './element.entity';
export { Headquarter } from './headquarter.entity';
export { Tax } from './tax.entity';
export { Zone } from './zone.entity';
