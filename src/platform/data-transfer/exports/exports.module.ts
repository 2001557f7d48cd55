import { Module } from '@nestjs/common';
import { ExportImporter } from './export-importer';
import { ExportJobs } from './jobs/export-jobs';
import { ExportsController } from './jobs/exports.controller';

/** Exports of everything stored, in the format of the import. */
@Module({
  controllers: [ExportsController],
  providers: [ExportImporter, ExportJobs],
  exports: [ExportJobs],
})
export class ExportsModule {}
