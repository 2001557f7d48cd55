import {
  ApiController,
  GetId,
  List,
  pagedResponse,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
} from '../../../api';
import { NotFound } from '../../../core/errors';
import type { TablePlan } from '../../../core/load-plan';
import { CatalogPath, CatalogPidPath, CatalogQuery } from './catalog.dto';
import { CatalogService } from './catalog.service';
import { type CatalogRecord, elementRecord } from './element.record';
import { catalogOpenApiTag } from '../catalog.openapi-tag';

/** An addition: what references of requests can name, and the operations of the interface do not list. */
@ApiController('catalog', { area: 'util', heading: catalogOpenApiTag, examples: { pId: 'mug' } })
export class CatalogController {
  constructor(private readonly catalog: CatalogService) {}

  @List(':type', {
    summary: 'List products, categories and other imported records of one type',
    description:
      'Page by page what the import has brought of the type: what references of requests can ' +
      'name, and no operation makes. `q` looks into pId, name and SKU.',
    returns: pagedResponse('ELEMENTS', elementRecord),
    extension: true,
    errors: [NotFound],
  })
  listCatalog(
    @PathParams() { type }: CatalogPath,
    @QueryParams() query: CatalogQuery,
    @ResponseLoadPlan() plan: TablePlan<CatalogRecord>,
  ) {
    return this.catalog.list(type, query, plan);
  }

  @GetId(':type/getId/:pId', {
    summary: 'Find the id of an imported record',
    description:
      'Answers the `ID` of the product, category, zone or other element of that type with the ' +
      'pId, compared exactly: for references and paths that take an `id`.',
    extension: true,
  })
  getCatalogId(@PathParams() { type, pId }: CatalogPidPath) {
    return this.catalog.getId(type, pId);
  }
}
