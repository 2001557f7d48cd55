export { exportCommand, writeExport } from './export.command';
export type { ExportTotals } from './exporter';
export { exportedTypes } from './export-sources';
export { recordExport } from './record-export';
export { ExportJobs } from './jobs/export-jobs';
export { ExportsModule } from './exports.module';
