import { Global, Module } from '@nestjs/common';
import { SecurityAudit } from '../../../core/security-audit';
import { ChangeFeed } from './change-feed';
import { ChangesController } from './changes.controller';
import { ChangesService } from './changes.service';
import { JournalSequencer } from './journal-sequencer';
import { JournalReader } from './journal-reader';
import { JournalSecurityAudit } from './journal-security-audit';

/** Access to the journal of changes. Its entries are written together with the records (database/journal). */
@Global()
@Module({
  controllers: [ChangesController],
  providers: [
    ChangeFeed,
    ChangesService,
    JournalSequencer,
    JournalReader,
    { provide: SecurityAudit, useClass: JournalSecurityAudit },
  ],
  exports: [ChangeFeed, JournalReader, SecurityAudit],
})
export class JournalModule {}
