import { Global, Module } from '@nestjs/common';
import { SecurityAudit } from '../../../core/security-audit';
import { ChangeFeed } from './change-feed';
import { ChangesController } from './changes.controller';
import { ChangesService } from './changes.service';
import { JournalSequencer } from './journal-sequencer';
import { JournalReader } from './journal-reader';
import { JournalSecurityAudit } from './journal-security-audit';

/** What was changed, in order and by whom. The entries are written where all records are written (database/journal). */
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
