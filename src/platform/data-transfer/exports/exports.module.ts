import { Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../../database';
import { FileStore } from '../../media/files';
import { ImportRecordTypes, defineStoredImport } from '../imports';
import { storedDeclarations } from './export-sources';
import { FileImporter } from './file-importer';
import { DeletedRecordImporter, RenamedRecordImporter } from './removal-importers';
import { ExportJobs } from './jobs/export-jobs';
import { ExportsController } from './jobs/exports.controller';

/** Exports of everything stored, in the format of the import. */
@Module({ controllers: [ExportsController], providers: [ExportJobs], exports: [ExportJobs] })
export class ExportsModule implements OnModuleInit {
  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly stores: Stores,
    private readonly files: FileStore,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(new DeletedRecordImporter(this.importRecordTypes, this.stores));
    this.importRecordTypes.register(new RenamedRecordImporter(this.stores));
    this.importRecordTypes.register(new FileImporter(this.files));
    for (const declaration of storedDeclarations)
      this.importRecordTypes.register(defineStoredImport(this.stores, declaration));
  }
}
