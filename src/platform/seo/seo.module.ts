import { Global, Module } from '@nestjs/common';
import { SeoAddressRegistry } from './seo-address-registry';

/** SEO addresses across all modules; global, because every module with pages uses it. */
@Global()
@Module({ providers: [SeoAddressRegistry], exports: [SeoAddressRegistry] })
export class SeoModule {}
