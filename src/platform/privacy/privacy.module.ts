import { Module } from '@nestjs/common';
import { ExportsModule } from '../data-transfer/exports';
import { OutboxModule } from '../events/outbox';
import { SalesModule } from '../../modules/sales';
import { UsersModule } from '../../modules/users';
import { ErasureWorker } from './erasure-worker';
import { ErasureSteps } from './erasure-steps';
import { ErasuresController } from './erasures.controller';
import { ErasuresService } from './erasures.service';
import { InvoiceRetention } from './invoice-retention';
import { PersonalFiles } from './personal-files';
import { PersonalRows } from './personal-rows';
import { PersonalTexts } from './personal-texts';

/** Personal data: the declaration of its columns, and the erasure of persons. */
@Module({
  imports: [ExportsModule, OutboxModule, SalesModule, UsersModule],
  controllers: [ErasuresController],
  providers: [
    ErasureWorker,
    ErasureSteps,
    ErasuresService,
    InvoiceRetention,
    PersonalFiles,
    PersonalRows,
    PersonalTexts,
  ],
})
export class PrivacyModule {}
