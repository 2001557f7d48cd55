import { ApiController, Caller, Create, IdPath, PathParams, type Principal, Read } from '../../api';
import { NotFound } from '../../core/errors';
import { LastSuperAdministratorNotRemovable, usersOpenApiTag } from '../../modules/users';
import { ErasureWorker } from './erasure-worker';
import { erasureRecord } from './erasure.record';
import { ErasuresService } from './erasures.service';

/** The erasure of persons; an addition to the specification. */
@ApiController('users', {
  area: 'users',
  openApiTag: usersOpenApiTag,
  pathExamples: { id: 3 },
  isExtension: true,
})
export class ErasuresController {
  constructor(
    private readonly erasures: ErasuresService,
    private readonly worker: ErasureWorker,
  ) {}

  @Create(':id/erasure', {
    summary: 'Erase a person',
    description:
      'Replaces the data of a user, who can no longer log in, at once; documents, comments, messages and the journal ' +
      'follow until `STATE` is done. Invoices and credit notes retain their parties for the configured number of years. ' +
      'An erasure cannot be undone.',
    returns: erasureRecord,
    scope: 'users:admin',
    destructive: true,
    errors: [NotFound, LastSuperAdministratorNotRemovable],
  })
  async createUserErasure(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    const erasure = await this.erasures.start(id, caller);
    this.worker.trigger();
    return erasure;
  }

  @Read(':id/erasure', {
    summary: 'Read the erasure of a person',
    description:
      'Returns the state of an erasure. `PID` is the new name of the person, `OLDESTKEPT` the date of the oldest invoice ' +
      'or credit note whose parties are retained.',
    returns: erasureRecord,
  })
  getUserErasure(@PathParams() { id }: IdPath) {
    return this.erasures.get(id);
  }
}
