import { Global, Module } from '@nestjs/common';
import { SeoAddresses } from './seo-addresses';

/** SEO addresses across all modules; global, because every module with pages uses it. */
@Global()
@Module({ providers: [SeoAddresses], exports: [SeoAddresses] })
export class SeoModule {}
