import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../database';
import { LineTypes } from '../intake';
import { Catalog } from './catalog';
import { catalogLines } from './catalog-lines';

/** What the store brings along and no operation creates; global, because every area refers to it. */
@Global()
@Module({ providers: [Catalog], exports: [Catalog] })
export class CatalogModule implements OnModuleInit {
  constructor(
    private readonly stores: Stores,
    private readonly catalog: Catalog,
    private readonly lineTypes: LineTypes,
  ) {}

  onModuleInit(): void {
    for (const type of catalogLines(this.stores, this.catalog)) this.lineTypes.register(type);
  }
}
