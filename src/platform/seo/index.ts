export { SeoAddressRegistry, UrlSeoTaken } from './seo-address-registry';
export { SeoModule } from './seo.module';
