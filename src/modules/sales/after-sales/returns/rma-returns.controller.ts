import {
  ApiController,
  collectionResponse,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  Read,
} from '../../../../api';
import { formatCode } from '../../../../core/codes';
import { NotFound } from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { UnitOfWork } from '../../../../database';
import { Documents, stateCodes } from '../../documents';
import { AlreadyGenerated } from '../../documents/copies/generation-errors';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { documentRecord } from '../../documents/records/document.record';
import { RMA_ACCEPTED, RmaNotAccepted } from '../rmas/rma-errors';
import { Returns } from './returns';
import { returnsOpenApiTag } from './returns.openapi-tag';

/** Specification, Sales documents: the return of an RMA. */
@ApiController('rmas', { area: 'sales', openApiTag: returnsOpenApiTag, examples: { id: 5 } })
export class RmaReturnsController {
  constructor(
    private readonly returns: Returns,
    private readonly documents: Documents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Create(':id/returns', {
    summary: 'Create the return of an accepted RMA',
    description:
      `Creates the only return of an RMA in ${formatCode(stateCodes.rma, RMA_ACCEPTED)}, with its lines and amounts and ` +
      `the next number of the series. The RMA moves to ${formatCode(stateCodes.rma, 4)}. The request needs no body.`,
    returns: documentRecord,
    errors: [NotFound, AlreadyGenerated, RmaNotAccepted],
    cost: 'HEAVY',
  })
  createReturn(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.unitOfWork.run(async () => {
      const returnId = await this.returns.generate(id);
      return this.documents.get('return', returnId, plan);
    });
  }

  @Read(':id/returns', {
    summary: 'Read the return of an RMA',
    description: 'Returns a list with the return; it is empty while the goods have not come back.',
    returns: collectionResponse('returns', documentRecord),
  })
  listRmaReturns(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.returns.listByRma(id, plan);
  }
}
