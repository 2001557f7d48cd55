export { runExportCommand, writeExport } from './export.command';
export type { ExportTotals } from './export-slices';
export { exportedTypes } from './export-sources';
export { recordExportInJournal } from './export-journal-entries';
export { ExportJobsService } from './jobs/export-jobs.service';
export { ExportsModule } from './exports.module';
