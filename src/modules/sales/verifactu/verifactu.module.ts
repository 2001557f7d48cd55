import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { OutboxModule } from '../../../platform/events/outbox';
import { DocumentsModule } from '../documents';
import { AeatClient } from './aeat-client';
import { ResponseRecorder } from './response-recorder';
import { Certificates } from './certificates';
import { ChainCheck } from './chain-check';
import { ChainMarks } from './chain-marks';
import { Chains } from './chains';
import { Declarations } from './declaration';
import { IssuedRecords } from './issued-records';
import { MessageScheduling } from './message-scheduling';
import { PendingRecords } from './pending-records';
import { RecordCorrections } from './record-corrections';
import { RestoredChains } from './restored-chains';
import { RecordSender } from './record-sender';
import { VerifactuMetrics } from './verifactu-metrics';
import { VerifactuModeImporter } from './verifactu-mode-importer';
import { VerifactuModes } from './verifactu-modes';
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
    ChainCheck,
    ChainMarks,
    Chains,
    Declarations,
    IssuedRecords,
    MessageScheduling,
    PendingRecords,
    RecordCorrections,
    RecordSender,
    RestoredChains,
    VerifactuHosts,
    VerifactuMetrics,
    VerifactuModeImporter,
    VerifactuModes,
  ],
})
export class VerifactuModule implements OnApplicationBootstrap {
  constructor(private readonly chains: Chains) {}

  onApplicationBootstrap(): Promise<void> {
    return this.chains.loadMarks();
  }
}
