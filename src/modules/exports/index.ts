export { exportCommand, type Exported, writeExport } from './export.command';
export { exportedTypes } from './exported-walks';
export { ExportsModule } from './exports.module';
