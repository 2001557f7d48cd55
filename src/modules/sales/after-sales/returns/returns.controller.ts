import {
  ApiController,
  IdPath,
  List,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
  collectionResponse,
  Create,
  type OpenApiTag,
  Code,
  Int,
} from '../../../../api';
import { ReferenceMismatch, NotFound } from '../../../../core/errors';
import { type DocumentPlan, Documents, stateCodes } from '../../documents';
import { defineIssuedDocumentList } from '../../documents/lists/issued-documents';
import { documentRecord } from '../../documents/records/document.record';
import { formatCode } from '../../../../core/code-list';
import { AlreadyGenerated } from '../../documents/copies/generation-errors';
import { RMA_ACCEPTED, RmaNotAccepted } from '../rmas/rma-errors';
import { Returns } from './returns';
import {
  fromNumberOptions,
  IssuedListQuery,
  toNumberOptions,
} from '../../documents/lists/issued-documents.dto';
import type { rmaStates } from '../../states';

const returnsOpenApiTag: OpenApiTag = {
  name: 'Returns',
  position: 600,
  description: 'Goods that have come back, for RMAs that were accepted.',
};

const returnList = defineIssuedDocumentList({
  numberFilterInfix: 'Return',
  responseKey: 'returns',
});

class ReturnListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromReturnNumber!: number;

  @Int(toNumberOptions)
  toReturnNumber!: number;

  @Code(stateCodes.rma, { optional: true, description: 'Only returns in this state' })
  status?: (typeof rmaStates)[number];
}

/** Returns (specification, Sales documents). */
@ApiController('', { area: 'sales', openApiTag: returnsOpenApiTag })
export class ReturnsController {
  constructor(
    private readonly documents: Documents,
    private readonly returns: Returns,
  ) {}

  @List('returns', {
    summary: 'List returns, newest first',
    description:
      'Filters by dates, numbers, headquarter, customer etc. `q` searches numbers, names, e-mail addresses and lines. ' +
      '`expand=document` returns whole documents.',
    returns: returnList.pageResponse,
    errors: [ReferenceMismatch],
  })
  listReturns(@QueryParams() query: ReturnListQuery, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listPage('return', returnList.listing, { ...query }, plan);
  }

  @Read('returns/:id', {
    openApiJournalLinkKind: 'return',
    summary: 'Read a return',
    description:
      'Returns the whole return with the returned lines and their value. `PARENT` is its RMA. A return never changes.',
    returns: documentRecord,
    pathExamples: { id: 7 },
  })
  getReturn(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('return', id, plan);
  }

  @Create('rmas/:id/returns', {
    summary: 'Create the return of an accepted RMA',
    description:
      `Creates the only return of an RMA in ${formatCode(stateCodes.rma, RMA_ACCEPTED)}, with its lines and amounts and ` +
      `the next number of the series. The RMA moves to ${formatCode(stateCodes.rma, 4)}. The request needs no body.`,
    returns: documentRecord,
    errors: [NotFound, AlreadyGenerated, RmaNotAccepted],
    cost: 'HEAVY',
    pathExamples: { id: 5 },
  })
  async createReturn(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    const returnId = await this.returns.generate(id);
    return this.documents.get('return', returnId, plan);
  }

  @Read('rmas/:id/returns', {
    summary: 'Read the return of an RMA',
    description: 'Returns a list with the return; it is empty while the goods have not come back.',
    returns: collectionResponse('returns', documentRecord),
    pathExamples: { id: 5 },
  })
  listRmaReturns(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listByParent('return', 'rma', id, plan);
  }

  @Read('orders/:id/returns', {
    summary: 'List the returns of an order',
    description:
      'Lists the returns of all its RMAs, as whole documents. The list is empty until goods have come back.',
    returns: collectionResponse('returns', documentRecord),
    cost: 'HEAVY',
  })
  listOrderReturns(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.returns.listByOrder(id, plan);
  }
}
