export { runExportCommand, writeExport } from './export.command';
export type { ExportTotals } from './exporter';
export { exportedTypes } from './export-sources';
export { recordExportInJournal } from './export-journal-entries';
export { ExportJobs } from './jobs/export-jobs';
export { ExportsModule } from './exports.module';
