export { SeoAddresses, UrlSeoTaken } from './seo-addresses';
export { SeoModule } from './seo.module';
