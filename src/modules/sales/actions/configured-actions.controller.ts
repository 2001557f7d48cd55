import {
  ApiController,
  RequestBody,
  UnpagedListQuery,
  collectionResponse,
  type OpenApiTag,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Remove,
  defineIfMatchState,
  Update,
} from '../../../api';
import type { RecordPlan } from '../../../core/load-plan';
import type { StatusAction } from './status-action.entity';
import { UpdateStatusActionDto } from './configured-action.dto';
import { configuredActionRecord } from './configured-action.record';
import { ConfiguredActionsService } from './configured-actions.service';

const statusActionsOpenApiTag: OpenApiTag = {
  name: 'Status actions',
  position: 850,
  description:
    'Actions that state changes start. Import them to configure them; list, switch and delete them here.',
};

const actionIfMatchState = defineIfMatchState(
  configuredActionRecord,
  ({ actions }: { readonly actions: ConfiguredActionsService }, { id }: IdPath) =>
    actions.get(id, configuredActionRecord.getLoadPlan()),
);

/** Lists, switches and deletes status actions; an extension of the specification. */
@ApiController('statusActions', {
  area: 'sales',
  openApiTag: statusActionsOpenApiTag,
  isExtension: true,
  pathExamples: { id: 1 },
})
export class ConfiguredActionsController {
  constructor(private readonly actions: ConfiguredActionsService) {}

  @Read('', {
    summary: 'List the status actions',
    description:
      'Lists all actions in the order in which they run, including those that are switched off. URLs are reduced to ' +
      'their origin.',
    returns: collectionResponse('STATUSACTIONS', configuredActionRecord),
    scope: '*',
  })
  listStatusActions(
    @QueryParams() query: UnpagedListQuery,
    @ResponseLoadPlan() plan: RecordPlan<StatusAction>,
  ) {
    return this.actions.list(query, plan);
  }

  @Update(':id', {
    summary: 'Switch a status action on or off',
    description:
      'Takes effect with the next state change, in all processes. To change what the action does, import its record. ' +
      'The next import of that record counts as a change, even if the record is the same.',
    returns: configuredActionRecord,
    scope: '*',
    ifMatchState: actionIfMatchState,
  })
  async updateStatusAction(
    @PathParams() { id }: IdPath,
    @RequestBody('statusActions', { allowsUnwrapped: true }) { active }: UpdateStatusActionDto,
    @ResponseLoadPlan() plan: RecordPlan<StatusAction>,
  ) {
    await this.actions.setActive(id, active);
    return this.actions.get(id, plan);
  }

  @Remove(':id', {
    summary: 'Delete a status action',
    description:
      'Deletes the action. Its past effects stay, and pending messages are still delivered. Entries of the history ' +
      'keep its id.',
    scope: '*',
    ifMatchState: actionIfMatchState,
  })
  removeStatusAction(@PathParams() { id }: IdPath) {
    return this.actions.remove(id);
  }
}
