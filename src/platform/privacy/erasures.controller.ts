import { ApiController, Caller, Create, IdPath, PathParams, type Principal, Read } from '../../api';
import { NotFound } from '../../core/errors';
import { LastAdministrator, usersOpenApiTag } from '../../modules/users';
import { ErasureWorker } from './erasure-worker';
import { erasureRecord } from './erasure.record';
import { ErasuresService } from './erasures.service';

/** The erasure of persons; an addition to the specification. */
@ApiController('users', { area: 'users', heading: usersOpenApiTag, examples: { id: 3 } })
export class ErasuresController {
  constructor(
    private readonly erasures: ErasuresService,
    private readonly worker: ErasureWorker,
  ) {}

  @Create(':id/erasure', {
    summary: 'Erase a person',
    description:
      'Replaces at once what is stored of a user, who can log in no more, and then, until `STATE` is done, what documents, ' +
      'comments, messages and the journal say of the person. Invoices and credit notes keep their parties for as many years ' +
      'as the store is set to. It cannot be taken back.',
    returns: erasureRecord,
    scope: 'users:admin',
    errors: [NotFound, LastAdministrator],
    extension: true,
  })
  async createUserErasure(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    const erasure = await this.erasures.begin(id, caller);
    this.worker.trigger();
    return erasure;
  }

  @Read(':id/erasure', {
    summary: 'Read how far the erasure of a person is',
    description:
      '`PID` is what the person is called since, `OLDESTKEPT` the date of the oldest invoice or credit note whose parties ' +
      'are kept.',
    returns: erasureRecord,
    extension: true,
  })
  getUserErasure(@PathParams() { id }: IdPath) {
    return this.erasures.get(id);
  }
}
