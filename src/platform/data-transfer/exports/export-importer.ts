import { Injectable } from '@nestjs/common';
import { DataAccess } from '../../../database';
import { FileStore, ServiceFiles } from '../../media/files';
import { defineStoredRecordImport, type ImportRecordTypes, ImportTypeRegistrar } from '../imports';
import { exportOnlyDeclarations } from './export-sources';
import { FileImporter } from './file-importer';
import { DeletedRecordImporter, RenamedRecordImporter } from './removal-importers';
import { withMissingFileWarnings } from './service-file-warnings';

/** Imports the record types that only exports write. */
@Injectable()
@ImportTypeRegistrar()
export class ExportImporter implements ImportTypeRegistrar {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly files: FileStore,
    private readonly serviceFiles: ServiceFiles,
  ) {}

  registerImportTypes(types: ImportRecordTypes): void {
    types.register(new DeletedRecordImporter(types, this.dataAccess));
    types.register(new RenamedRecordImporter(types, this.dataAccess));
    types.register(new FileImporter(this.files));
    for (const declaration of exportOnlyDeclarations) {
      const definition = defineStoredRecordImport(this.dataAccess, declaration);
      const { listServiceFiles: listFiles } = declaration;
      types.register(
        listFiles ? withMissingFileWarnings(definition, listFiles, this.serviceFiles) : definition,
      );
    }
  }
}
