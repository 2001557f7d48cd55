import { Injectable } from '@nestjs/common';
import { DataAccess } from '../../../database';
import { FileStore, ServiceFileStore } from '../../media/files';
import {
  defineStoredRecordImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../imports';
import { exportOnlyDeclarations } from './export-sources';
import { FileRecordImporter } from './file-record-importer';
import { DeletedRecordImporter, RenamedRecordImporter } from './removal-importers';
import { withMissingFileWarnings } from './service-file-warnings';

/** Imports the record types that only exports write. */
@Injectable()
@ImportTypeRegistrar()
export class ExportOnlyTypeRegistrar implements ImportTypeRegistrar {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly files: FileStore,
    private readonly serviceFiles: ServiceFileStore,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(new DeletedRecordImporter(types, this.dataAccess));
    types.register(new RenamedRecordImporter(types, this.dataAccess));
    types.register(new FileRecordImporter(this.files));
    for (const declaration of exportOnlyDeclarations) {
      const definition = defineStoredRecordImport(this.dataAccess, declaration);
      const { listServiceFiles: listFiles } = declaration;
      types.register(
        listFiles ? withMissingFileWarnings(definition, listFiles, this.serviceFiles) : definition,
      );
    }
  }
}
