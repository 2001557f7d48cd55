import {
  ApiController,
  RequestBody,
  ChangeFilterQuery,
  collectionResponse,
  type OpenApiTag,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Remove,
  defineRecordState,
  Update,
} from '../../../api';
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import type { StatusAction } from './status-action.entity';
import { UpdateStatusActionDto } from './configured-action.dto';
import { configuredActionRecord } from './configured-action.record';
import { ConfiguredActions } from './configured-actions';

const statusActionsOpenApiTag: OpenApiTag = {
  name: 'Status actions',
  rank: 850,
  description:
    'What changes of state set off. Lines of the import configure them; here they are listed, switched and deleted.',
};

const state = defineRecordState(
  configuredActionRecord,
  ({ actions }: { readonly actions: ConfiguredActions }, { id }: IdPath) =>
    actions.get(id, configuredActionRecord.plan()),
);

/** What changes of state set off; an addition to the specification. */
@ApiController('statusActions', {
  area: 'sales',
  heading: statusActionsOpenApiTag,
  examples: { id: 1 },
})
export class ConfiguredActionsController {
  constructor(
    private readonly actions: ConfiguredActions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read('', {
    summary: 'List the status actions',
    description:
      'All actions in the order in which they run, also those that are switched off. Of an address only its origin ' +
      'is shown.',
    returns: collectionResponse('STATUSACTIONS', configuredActionRecord),
    scope: '*',
    extension: true,
  })
  listStatusActions(
    @QueryParams() query: ChangeFilterQuery,
    @ResponseLoadPlan() plan: TablePlan<StatusAction>,
  ) {
    return this.actions.list(query, plan);
  }

  @Update(':id', {
    summary: 'Switch a status action on or off',
    description:
      'Counts from the next change of state on, in all processes; what the action is to do is changed by its line of ' +
      'the import. That line is a change again when it is imported the next time.',
    returns: configuredActionRecord,
    scope: '*',
    extension: true,
    state,
  })
  updateStatusAction(
    @PathParams() { id }: IdPath,
    @RequestBody('statusActions', { bare: true }) { active }: UpdateStatusActionDto,
    @ResponseLoadPlan() plan: TablePlan<StatusAction>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.actions.setActive(id, active);
      return this.actions.get(id, plan);
    });
  }

  @Remove(':id', {
    summary: 'Delete a status action',
    description:
      'It runs no more; what it has done stays, and messages that are on their way are delivered. Entries of the ' +
      'history keep its id.',
    scope: '*',
    extension: true,
    state,
  })
  removeStatusAction(@PathParams() { id }: IdPath) {
    return this.actions.remove(id);
  }
}
