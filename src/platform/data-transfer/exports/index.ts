export { exportCommand, writeExport } from './export.command';
export type { ExportTotals } from './exporter';
export { exportedTypes } from './exported-walks';
export { recordExport } from './export-entries';
export { ExportJobs } from './jobs/export-jobs';
export { ExportsModule } from './exports.module';
