import { Module } from '@nestjs/common';
import { ExportOnlyTypeRegistrar } from './export-only-type-registrar';
import { ExportJobsService } from './jobs/export-jobs.service';
import { ExportsController } from './jobs/exports.controller';

/** Exports of everything stored, in the format of the import. */
@Module({
  controllers: [ExportsController],
  providers: [ExportOnlyTypeRegistrar, ExportJobsService],
  exports: [ExportJobsService],
})
export class ExportsModule {}
