import { ApiController, IdPath, List, Path, Plan, Query, Read } from '../../../../api';
import type { LoadPlan } from '../../../../core/load-plan';
import { documentRecord, Documents, issuedDocuments } from '../../documents';
import { ReturnListQuery } from './return-list.dto';
import { returnsHeading } from './returns.heading';

const returns = issuedDocuments('Return', 'returns');

/** Specification, Sales documents: returns are read here; they are made where their source is. */
@ApiController('returns', { area: 'sales', heading: returnsHeading, examples: { id: 7 } })
export class ReturnsController {
  constructor(private readonly documents: Documents) {}

  @List('', { summary: 'List returns, newest first', returns: returns.pages })
  listReturns(@Query() query: ReturnListQuery, @Plan() plan: LoadPlan) {
    return this.documents.page('return', returns.listing, { ...query }, plan);
  }

  @Read(':id', { summary: 'Read a return', returns: documentRecord })
  getReturn(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.documents.get('return', id, plan);
  }
}
