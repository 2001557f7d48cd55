import { Global, Module } from '@nestjs/common';
import { ImportController } from './import.controller';
import { ImportService } from './import.service';
import { ImportRecordTypeRegistry } from './import-record-type-registry';
import { SchemasController } from './schemas.controller';

/** Imports; global, because every area starts imports or refers to their types. */
@Global()
@Module({
  controllers: [ImportController, SchemasController],
  providers: [ImportService, ImportRecordTypeRegistry],
  exports: [ImportService, ImportRecordTypeRegistry],
})
export class ImportsModule {}
