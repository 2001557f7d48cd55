export {
  Catalog,
  type CatalogEntry,
  type ResolvedCatalogReferences,
  getCatalogTable,
} from './catalog';
export {
  type CatalogKind,
  catalogKinds,
  type ElementKind,
  elementKinds,
  type HeadquarterSeries,
  isElementKind,
  type PaymentMeans,
} from './catalog-kind';
export { catalogRecords, catalogExportSources } from './catalog-records';
export { CatalogModule } from './catalog.module';
export { CatalogDependent } from './catalog-removals';
export { Channel } from './channel.entity';
export { Element } from './element.entity';
export { HeadquarterCheck, type ImportedHeadquarter } from './headquarter-checks';
export { Headquarter } from './headquarter.entity';
export { Tax } from './tax.entity';
export { Zone } from './zone.entity';
export { requireZones, ZoneCountryMismatch } from './zone-references';
export {
  elementReference,
  channelNames,
  elementNames,
  headquarterNames,
  taxNames,
  zoneNames,
} from './catalog-names';
