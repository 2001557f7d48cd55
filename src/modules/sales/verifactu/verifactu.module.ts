import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { OutboxModule } from '../../../platform/events/outbox';
import { DocumentsModule } from '../documents';
import { AeatClient } from './aeat-client';
import { ResponseRecorder } from './response-recorder';
import { ClientCertificateLoader } from './client-certificate-loader';
import { ChainVerifier } from './chain-verifier';
import { ChainHighWaterMarks } from './chain-high-water-marks';
import { VerifactuChainsService } from './verifactu-chains.service';
import { ResponsibilityDeclarationFactory } from './responsibility-declaration';
import { InvoicingRecordsService } from './invoicing-records.service';
import { RecordSendingScheduler } from './record-sending-scheduler';
import { PendingRecordFinder } from './pending-records';
import { RecordCorrector } from './record-corrector';
import { ChainRecovery } from './chain-recovery';
import { RecordSender } from './record-sender';
import { VerifactuMetrics } from './verifactu-metrics';
import { VerifactuModeImporter } from './verifactu-mode-importer';
import { VerifactuModeService } from './verifactu-mode.service';
import { VerifactuController } from './verifactu.controller';
import { AeatUrlBuilder } from './aeat-url-builder';

/** Invoicing records of Spanish headquarters, and their way to AEAT (Veri*factu). */
@Module({
  imports: [DocumentsModule, OutboxModule],
  controllers: [VerifactuController],
  providers: [
    AeatClient,
    ResponseRecorder,
    ClientCertificateLoader,
    ChainVerifier,
    ChainHighWaterMarks,
    VerifactuChainsService,
    ResponsibilityDeclarationFactory,
    InvoicingRecordsService,
    RecordSendingScheduler,
    PendingRecordFinder,
    RecordCorrector,
    RecordSender,
    ChainRecovery,
    AeatUrlBuilder,
    VerifactuMetrics,
    VerifactuModeImporter,
    VerifactuModeService,
  ],
})
export class VerifactuModule implements OnApplicationBootstrap {
  constructor(private readonly chains: VerifactuChainsService) {}

  onApplicationBootstrap(): Promise<void> {
    return this.chains.loadMarks();
  }
}
