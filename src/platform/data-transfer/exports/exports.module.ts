import { Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../../database';
import { FileStore } from '../../media/files';
import { LineTypes, storedRecipe } from '../imports';
import { storedLineTypes } from './exported-walks';
import { FileLines } from './file-lines';
import { DeletedLines, RenamedLines } from './gone-lines';
import { ExportJobs } from './jobs/export-jobs';
import { ExportsController } from './jobs/exports.controller';

/** The way out: everything stored, as lines that the intake takes. */
@Module({ controllers: [ExportsController], providers: [ExportJobs], exports: [ExportJobs] })
export class ExportsModule implements OnModuleInit {
  constructor(
    private readonly lineTypes: LineTypes,
    private readonly stores: Stores,
    private readonly files: FileStore,
  ) {}

  onModuleInit(): void {
    this.lineTypes.register(new DeletedLines(this.lineTypes, this.stores));
    this.lineTypes.register(new RenamedLines(this.stores));
    this.lineTypes.register(new FileLines(this.files));
    for (const one of storedLineTypes) this.lineTypes.register(storedRecipe(this.stores, one));
  }
}
