import { Global, Module } from '@nestjs/common';
import { ImportController } from './import.controller';
import { ImportService } from './import.service';
import { ImportRecordTypes } from './import-record-types';
import { SchemasController } from './schemas.controller';

/** Imports; global, because every area starts imports or refers to their types. */
@Global()
@Module({
  controllers: [ImportController, SchemasController],
  providers: [ImportService, ImportRecordTypes],
  exports: [ImportService, ImportRecordTypes],
})
export class ImportsModule {}
