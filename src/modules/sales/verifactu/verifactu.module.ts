import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { OutboxModule } from '../../../platform/events/outbox';
import { DocumentsModule } from '../documents';
import { AeatClient } from './aeat-client';
import { ResponseRecorder } from './response-recorder';
import { Certificates } from './certificates';
import { ChainVerifier } from './chain-verifier';
import { ChainHighWaterMarks } from './chain-high-water-marks';
import { Chains } from './chains';
import { Declarations } from './declaration';
import { InvoicingRecords } from './invoicing-records';
import { MessageScheduler } from './message-scheduler';
import { PendingRecords } from './pending-records';
import { RecordCorrections } from './record-corrections';
import { ChainRecovery } from './chain-recovery';
import { RecordSender } from './record-sender';
import { VerifactuMetrics } from './verifactu-metrics';
import { VerifactuModeImporter } from './verifactu-mode-importer';
import { VerifactuModeService } from './verifactu-mode.service';
import { VerifactuController } from './verifactu.controller';
import { VerifactuHosts } from './verifactu-hosts';

/** Invoicing records of Spanish headquarters, and their way to AEAT (Veri*factu). */
@Module({
  imports: [DocumentsModule, OutboxModule],
  controllers: [VerifactuController],
  providers: [
    AeatClient,
    ResponseRecorder,
    Certificates,
    ChainVerifier,
    ChainHighWaterMarks,
    Chains,
    Declarations,
    InvoicingRecords,
    MessageScheduler,
    PendingRecords,
    RecordCorrections,
    RecordSender,
    ChainRecovery,
    VerifactuHosts,
    VerifactuMetrics,
    VerifactuModeImporter,
    VerifactuModeService,
  ],
})
export class VerifactuModule implements OnApplicationBootstrap {
  constructor(private readonly chains: Chains) {}

  onApplicationBootstrap(): Promise<void> {
    return this.chains.loadMarks();
  }
}
