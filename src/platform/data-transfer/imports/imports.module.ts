import { Global, Module } from '@nestjs/common';
import { ImportController } from './import.controller';
import { ImportService } from './import.service';
import { ImportRecordTypes } from './import-record-types';
import { SchemasController } from './schemas.controller';

/** Imports; global, because every area registers its record types here. */
@Global()
@Module({
  controllers: [ImportController, SchemasController],
  providers: [ImportService, ImportRecordTypes],
  exports: [ImportService, ImportRecordTypes],
})
export class ImportsModule {}
