import { Injectable } from '@nestjs/common';
import { Stores } from '../../../database';
import { FileStore, ServiceFiles } from '../../media/files';
import { defineStoredImport, type ImportRecordTypes, ImportSource } from '../imports';
import { storedDeclarations } from './export-sources';
import { FileImporter } from './file-importer';
import { DeletedRecordImporter, RenamedRecordImporter } from './removal-importers';
import { withFileWarnings } from './service-file-warnings';

/** Imports the record types that only exports write. */
@Injectable()
@ImportSource()
export class ExportImporter implements ImportSource {
  constructor(
    private readonly stores: Stores,
    private readonly files: FileStore,
    private readonly serviceFiles: ServiceFiles,
  ) {}

  registerImports(types: ImportRecordTypes): void {
    types.register(new DeletedRecordImporter(types, this.stores));
    types.register(new RenamedRecordImporter(types, this.stores));
    types.register(new FileImporter(this.files));
    for (const declaration of storedDeclarations) {
      const definition = defineStoredImport(this.stores, declaration);
      const { listServiceFiles: listFiles } = declaration;
      types.register(
        listFiles ? withFileWarnings(definition, listFiles, this.serviceFiles) : definition,
      );
    }
  }
}
