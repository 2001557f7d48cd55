import { Global, Module } from '@nestjs/common';
import { SeoAddresses } from './seo-addresses';

/** SEO addresses over all modules; global, because every module with pages asks it. */
@Global()
@Module({ providers: [SeoAddresses], exports: [SeoAddresses] })
export class SeoModule {}
