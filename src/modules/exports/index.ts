export { exportCommand, writeExport } from './export.command';
export { exportedTypes } from './exported-walks';
export { ExportsModule } from './exports.module';
