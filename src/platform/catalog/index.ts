export {
  CatalogRepository,
  type LoadedCatalogRecord,
  type CatalogReferenceLookup,
  getCatalogTable,
} from './catalog.repository';
export {
  type CatalogKind,
  catalogKinds,
  type ElementKind,
  elementKinds,
  type HeadquarterSeries,
  isElementKind,
  type PaymentMeans,
} from './catalog-kind';
export { catalogDeclarations, catalogExportSources } from './catalog-declarations';
export { CatalogModule } from './catalog.module';
export { CatalogDependent } from './catalog-record-remover';
export { Channel } from './channel.entity';
export { CatalogElement } from './element.entity';
export { HeadquarterCheck, type ImportedHeadquarter } from './headquarter-checks';
export { Headquarter } from './headquarter.entity';
export { Tax } from './tax.entity';
export { Zone } from './zone.entity';
export { requireZonesInCountries, ZoneCountryMismatch } from './zone-references';
export {
  elementReference,
  channelPidResolver,
  elementPidResolvers,
  headquarterPidResolver,
  taxPidResolver,
  zonePidResolver,
} from './catalog-pid-resolvers';
