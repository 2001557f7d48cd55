export { exportCommand, type Exported, writeExport } from './export.command';
export { exportedTypes } from './exported-walks';
export { notePersonExport } from './person-exports';
export { ExportJobs } from './jobs/export-jobs';
export { ExportsModule } from './exports.module';
