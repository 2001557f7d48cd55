import { Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../database';
import { LineTypes, StoredLines } from '../intake';
import { storedLineTypes } from './exported-walks';

/** The way out: everything stored, as lines that the intake takes. */
@Module({})
export class ExportsModule implements OnModuleInit {
  constructor(
    private readonly lineTypes: LineTypes,
    private readonly stores: Stores,
  ) {}

  onModuleInit(): void {
    for (const one of storedLineTypes) this.lineTypes.register(new StoredLines(this.stores, one));
  }
}
