import {
  ApiController,
  Caller,
  type OpenApiTag,
  Operation,
  type Principal,
  QueryParams,
} from '../../../api';
import { ScopeMissing } from '../../../api/problems/problems';
import { ChangeQuery } from './change.dto';
import { changesResponse } from './change.record';
import { ChangesService } from './changes.service';
import { JournalPositionGone } from './journal-position-gone';

const changesOpenApiTag: OpenApiTag = {
  name: 'Changes',
  rank: 2350,
  description:
    'The journal: what was done to which record, when, by whom and by which request, in order; it holds no values.',
};

/** The journal of changes; an addition to the specification. */
@ApiController('changes', { area: 'changes', heading: changesOpenApiTag })
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Operation('get', '', {
    summary: 'List what was changed',
    description:
      'Changes in their order, of the kinds of records that the caller may read. `NEXT` is the position to go on ' +
      'from, even if the answer is empty; nothing ever appears before it, and as long as it is below `CURRENT` there is ' +
      'more to look through. With `wait` an answer that would be empty comes as soon as something is done.',
    returns: changesResponse,
    errors: [ScopeMissing, JournalPositionGone],
    extension: true,
  })
  listChanges(@QueryParams() query: ChangeQuery, @Caller() caller: Principal) {
    return this.changes.list(query, caller);
  }
}
