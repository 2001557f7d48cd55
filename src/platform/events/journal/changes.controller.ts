import {
  ApiController,
  Caller,
  type OpenApiTag,
  Operation,
  type Principal,
  QueryParams,
} from '../../../api';
import { ScopeMissing } from '../../../api/problems/api-errors';
import { ChangeQuery } from './change.dto';
import { changesResponse } from './change.record';
import { ChangesService } from './changes.service';
import { JournalPositionGone } from './journal-position-gone';

const changesOpenApiTag: OpenApiTag = {
  name: 'Changes',
  position: 2350,
  description:
    'The journal of changes, in order: record, action, time, actor and request of each change, without values.',
};

/** The journal of changes; an addition to the specification. */
@ApiController('changes', { area: 'changes', openApiTag: changesOpenApiTag, isExtension: true })
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Operation('get', '', {
    summary: 'List changes',
    description:
      'Lists changes in order, of the kinds of records that the caller may read. `NEXT` is the position for the next ' +
      'request, even if the list is empty; while it is below `CURRENT`, more changes follow. ' +
      'With `wait`, an empty response is delayed until something changes.',
    returns: changesResponse,
    errors: [ScopeMissing, JournalPositionGone],
  })
  listChanges(@QueryParams() query: ChangeQuery, @Caller() caller: Principal) {
    return this.changes.list(query, caller);
  }
}
