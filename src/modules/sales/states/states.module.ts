import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents';
import { AcknowledgementsService } from './acknowledgements/acknowledgements.service';
import { TransitionGuards } from './transitions/transition-guards';
import { StateTransitions } from './transitions/state-transitions';
import { StateReader } from './transitions/state-reader';
import { StateChangeWriter } from './transitions/state-change-writer';
import { StatusTrees } from './status-trees';
import { SubStatusImporter } from './sub-statuses/sub-status-importer';
import { SubStatuses } from './sub-statuses/sub-statuses';

/** The states of orders, RMAs and shipments: status trees, transitions and acknowledgements. */
@Module({
  imports: [DocumentsModule],
  providers: [
    AcknowledgementsService,
    TransitionGuards,
    StateTransitions,
    StateReader,
    StateChangeWriter,
    StatusTrees,
    SubStatusImporter,
    SubStatuses,
  ],
  exports: [
    AcknowledgementsService,
    StateTransitions,
    StateReader,
    StateChangeWriter,
    StatusTrees,
    SubStatuses,
  ],
})
export class StatesModule {}
