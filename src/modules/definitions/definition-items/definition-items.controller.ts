import {
  ApiController,
  RequestBody,
  collectionResponse,
  Create,
  IdPath,
  PathParams,
  Read,
  Remove,
  wrappedResponse,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import {
  FilterItemDto,
  filterItemRecord,
  FilterItems,
  FilterItemTaken,
} from '../../../platform/requests/filters';
import { customizationTemplatesOpenApiTag } from '../customization-templates.openapi-tag';

/** Filters of customization templates (specification, Customization templates). */
@ApiController('definitions', { area: 'definitions', heading: customizationTemplatesOpenApiTag })
export class DefinitionItemsController {
  constructor(private readonly filters: FilterItems) {}

  @Read('definitionItems/:id', {
    summary: 'Read a filter of a customization template',
    description:
      'Returns one filter by its own id: `ITEM` is the record that it names, `ITEMTYPE` the type of the record.',
    examples: { id: 4 },
    returns: filterItemRecord,
  })
  getDefinitionItem(@PathParams() { id }: IdPath) {
    return this.filters.get('definitions', id);
  }

  @Remove('definitionItems/:id', {
    summary: 'Remove a filter from a customization template',
    description:
      'Removes one user, group, country or zone. Without any filter the template is ' +
      'for everybody.',
    examples: { id: 4 },
  })
  removeDefinitionItem(@PathParams() { id }: IdPath) {
    return this.filters.remove('definitions', id);
  }

  @Read(':id/definitionItems', {
    summary: 'List the filters of a customization template',
    description:
      'Returns the users, groups, countries and zones that can use the template. Without any filter it is for ' +
      'everybody.',
    returns: collectionResponse('DEFINITIONITEMS', filterItemRecord),
  })
  listDefinitionItems(@PathParams() { id }: IdPath) {
    return this.filters.list('definitions', id);
  }

  @Create(':id/definitionItems', {
    summary: 'Add a filter to a customization template',
    description:
      'Allows one more user, group, country or zone to use the template, named by `id` or `pId`. ' +
      'A filter that exists already is rejected with 409.',
    returns: wrappedResponse('DEFINITIONITEMS', filterItemRecord),
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken],
  })
  createDefinitionItem(
    @PathParams() { id }: IdPath,
    @RequestBody('definitionItems') body: FilterItemDto,
  ) {
    return this.filters.add('definitions', id, body);
  }

  @Remove(':id/definitionItems', {
    summary: 'Remove all filters from a customization template',
    description: 'Returns an empty list. After that the template is for everybody.',
    returns: collectionResponse('DEFINITIONITEMS', filterItemRecord),
  })
  clearDefinitionItems(@PathParams() { id }: IdPath) {
    return this.filters.clear('definitions', id);
  }
}
