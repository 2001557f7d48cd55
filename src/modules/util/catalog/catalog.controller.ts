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
import type { RecordPlan } from '../../../core/load-plan';
import { CatalogPath, CatalogPidPath, CatalogQuery } from './catalog.dto';
import { CatalogService } from './catalog.service';
import { type CatalogRecord, catalogRecord } from './catalog.record';
import { catalogOpenApiTag } from '../catalog.openapi-tag';

/**
 * Lists the imported records that requests can refer to and that have no operations of their own. An addition to the
 * specification.
 */
@ApiController('catalog', {
  area: 'util',
  openApiTag: catalogOpenApiTag,
  pathExamples: { pId: 'mug' },
  isExtension: true,
})
export class CatalogController {
  constructor(private readonly catalog: CatalogService) {}

  @List(':type', {
    summary: 'List products, categories and other imported records of one type',
    description:
      'Returns imported records of one type page by page. Requests can refer to these records, but no ' +
      'operation creates them. `q` searches pId, name and SKU.',
    returns: pagedResponse('ELEMENTS', catalogRecord),
    errors: [NotFound],
  })
  listCatalog(
    @PathParams() { type }: CatalogPath,
    @QueryParams() query: CatalogQuery,
    @ResponseLoadPlan() plan: RecordPlan<CatalogRecord>,
  ) {
    return this.catalog.list(type, query, plan);
  }

  @GetId(':type/getId/:pId', {
    summary: 'Find the id of an imported record',
    description:
      'Returns the `ID` of the product, category, zone or other element of the type with this ' +
      'pId, for use in references and paths. The pId is compared exactly.',
  })
  getCatalogId(@PathParams() { type, pId }: CatalogPidPath) {
    return this.catalog.getIdByPid(type, pId);
  }
}
