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
import { documentRecord, Documents, issuedDocumentList, type SalesDocument } from '../../documents';
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
      'Page by page, filtered by dates, numbers, headquarter, customer and the like; `q` looks ' +
      'into numbers, names, e-mail addresses and lines. `expand=document` answers them whole.',
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
      'The whole return with the lines that came back and what they are worth. `PARENT` is its ' +
      'RMA; nothing changes it any more.',
    returns: documentRecord,
  })
  getReturn(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.get('return', id, plan);
  }
}
