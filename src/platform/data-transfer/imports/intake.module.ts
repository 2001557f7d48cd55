import { Global, Module } from '@nestjs/common';
import { ImportController } from './import.controller';
import { Intake } from './intake';
import { LineTypes } from './line-types';
import { SchemasController } from './schemas.controller';

/** How data gets in; global, because every area registers its lines here. */
@Global()
@Module({
  controllers: [ImportController, SchemasController],
  providers: [Intake, LineTypes],
  exports: [Intake, LineTypes],
})
export class IntakeModule {}
