import { Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../../database';
import { FileStore } from '../../media/files';
import { ImportRecordTypes, storedRecipe } from '../imports';
import { storedDeclarations } from './exported-walks';
import { FileLines } from './file-lines';
import { DeletedLines, RenamedLines } from './gone-lines';
import { ExportJobs } from './jobs/export-jobs';
import { ExportsController } from './jobs/exports.controller';

/** The way out: everything stored, as lines that the intake takes. */
@Module({ controllers: [ExportsController], providers: [ExportJobs], exports: [ExportJobs] })
export class ExportsModule implements OnModuleInit {
  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly stores: Stores,
    private readonly files: FileStore,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(new DeletedLines(this.importRecordTypes, this.stores));
    this.importRecordTypes.register(new RenamedLines(this.stores));
    this.importRecordTypes.register(new FileLines(this.files));
    for (const one of storedDeclarations) this.importRecordTypes.register(storedRecipe(this.stores, one));
  }
}
