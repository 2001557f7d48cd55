import { Global, Module } from '@nestjs/common';
import { ImportController } from './import.controller';
import { Intake } from './intake';
import { ImportRecordTypes } from './line-types';
import { SchemasController } from './schemas.controller';

/** How data gets in; global, because every area registers its lines here. */
@Global()
@Module({
  controllers: [ImportController, SchemasController],
  providers: [Intake, ImportRecordTypes],
  exports: [Intake, ImportRecordTypes],
})
export class IntakeModule {}
