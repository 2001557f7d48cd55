import {
  ApiController,
  IdPath,
  List,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
} from '../../../../api';
import { ReferenceMismatch } from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { Documents } from '../../documents';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { issuedDocumentList } from '../../documents/lists/issued-documents';
import { documentRecord } from '../../documents/records/document.record';
import { ReturnListQuery } from './return-list.dto';
import { returnsOpenApiTag } from './returns.openapi-tag';

const returns = issuedDocumentList('Return', 'returns');

/** Specification, Sales documents: returns are read here; they are made where their source is. */
@ApiController('returns', { area: 'sales', openApiTag: returnsOpenApiTag, examples: { id: 7 } })
export class ReturnsController {
  constructor(private readonly documents: Documents) {}

  @List('', {
    summary: 'List returns, newest first',
    description:
      'Filters by dates, numbers, headquarter, customer etc. `q` searches numbers, names, e-mail addresses and lines. ' +
      '`expand=document` returns whole documents.',
    returns: returns.pages,
    errors: [ReferenceMismatch],
  })
  listReturns(
    @QueryParams() query: ReturnListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.listPage('return', returns.listing, { ...query }, plan);
  }

  @Read(':id', {
    journalKind: 'return',
    summary: 'Read a return',
    description:
      'Returns the whole return with the returned lines and their value. `PARENT` is its RMA. A return never changes.',
    returns: documentRecord,
  })
  getReturn(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.get('return', id, plan);
  }
}
