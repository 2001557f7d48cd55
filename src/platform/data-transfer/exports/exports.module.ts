import { Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../../database';
import { FileStore, ServiceFiles } from '../../media/files';
import { ImportRecordTypes, defineStoredImport } from '../imports';
import { storedDeclarations } from './export-sources';
import { FileImporter } from './file-importer';
import { DeletedRecordImporter, RenamedRecordImporter } from './removal-importers';
import { withFileWarnings } from './service-file-warnings';
import { ExportJobs } from './jobs/export-jobs';
import { ExportsController } from './jobs/exports.controller';

/** Exports of everything stored, in the format of the import. */
@Module({ controllers: [ExportsController], providers: [ExportJobs], exports: [ExportJobs] })
export class ExportsModule implements OnModuleInit {
  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly stores: Stores,
    private readonly files: FileStore,
    private readonly serviceFiles: ServiceFiles,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(new DeletedRecordImporter(this.importRecordTypes, this.stores));
    this.importRecordTypes.register(new RenamedRecordImporter(this.stores));
    this.importRecordTypes.register(new FileImporter(this.files));
    for (const declaration of storedDeclarations) {
      const definition = defineStoredImport(this.stores, declaration);
      const { listServiceFiles: listFiles } = declaration;
      this.importRecordTypes.register(
        listFiles ? withFileWarnings(definition, listFiles, this.serviceFiles) : definition,
      );
    }
  }
}
