import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../database';
import { LineTypes, storedRecipe } from '../intake';
import { Catalog } from './catalog';
import { catalogRecords } from './catalog-records';

/** What the store brings along and no operation creates; global, because every area refers to it. */
@Global()
@Module({ providers: [Catalog], exports: [Catalog] })
export class CatalogModule implements OnModuleInit {
  constructor(
    private readonly stores: Stores,
    private readonly lineTypes: LineTypes,
  ) {}

  onModuleInit(): void {
    for (const one of catalogRecords) this.lineTypes.register(storedRecipe(this.stores, one));
  }
}
