import { Module } from '@nestjs/common';
import { FileManagerController } from './file-manager.controller';
import { FileManagerService } from './file-manager.service';
import { StaticFilesController } from './static-files/static-files.controller';

/** The file manager and the public files (specification, File manager). */
@Module({
  controllers: [FileManagerController, StaticFilesController],
  providers: [FileManagerService],
})
export class FileManagerModule {}
