export { FileManagerModule } from './file-manager.module';
