import { Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../../database';
import { ImportRecordTypes } from '../../../platform/data-transfer/imports';
import { DocumentsModule } from '../documents';
import { AcknowledgementsService } from './acknowledgements/acknowledgements.service';
import { TransitionGuards } from './transitions/transition-guards';
import { StateTransitions } from './transitions/state-transitions';
import { StateReader } from './transitions/state-reader';
import { StatusChanges } from './transitions/status-changes';
import { StatusTrees } from './status-trees';
import { createSubStatusImporter } from './sub-statuses/sub-status-importer';
import { SubStatuses } from './sub-statuses/sub-statuses';

/** The states of orders, RMAs and shipments: status trees, transitions and acknowledgements. */
@Module({
  imports: [DocumentsModule],
  providers: [
    AcknowledgementsService,
    TransitionGuards,
    StateTransitions,
    StateReader,
    StatusChanges,
    StatusTrees,
    SubStatuses,
  ],
  exports: [
    AcknowledgementsService,
    StateTransitions,
    StateReader,
    StatusChanges,
    StatusTrees,
    SubStatuses,
  ],
})
export class StatesModule implements OnModuleInit {
  constructor(
    private readonly stores: Stores,
    private readonly importRecordTypes: ImportRecordTypes,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(createSubStatusImporter(this.stores));
  }
}
