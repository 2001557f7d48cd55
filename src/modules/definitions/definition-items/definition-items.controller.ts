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

/** Specification, Customization templates: filters that say whom a template is for. */
@ApiController('definitions', { area: 'definitions', heading: customizationTemplatesOpenApiTag })
export class DefinitionItemsController {
  constructor(private readonly filters: FilterItems) {}

  @Read('definitionItems/:id', {
    summary: 'Read a filter of a customization template',
    description:
      'One filter by its own id: `ITEM` is what it names, `ITEMTYPE` which kind that is.',
    examples: { id: 4 },
    returns: filterItemRecord,
  })
  getDefinitionItem(@PathParams() { id }: IdPath) {
    return this.filters.get('definitions', id);
  }

  @Remove('definitionItems/:id', {
    summary: 'Remove a filter from a customization template',
    description:
      'Takes one user, group, country or zone off; when it was the last filter, the template is ' +
      'for everybody.',
    examples: { id: 4 },
  })
  removeDefinitionItem(@PathParams() { id }: IdPath) {
    return this.filters.remove('definitions', id);
  }

  @Read(':id/definitionItems', {
    summary: 'List the filters of a customization template',
    description:
      'For whom the template is: users, groups, countries and zones. Without any it is for ' +
      'everybody.',
    returns: collectionResponse('DEFINITIONITEMS', filterItemRecord),
  })
  listDefinitionItems(@PathParams() { id }: IdPath) {
    return this.filters.list('definitions', id);
  }

  @Create(':id/definitionItems', {
    summary: 'Add a filter to a customization template',
    description:
      'Lets one more user, group, country or zone have the template, named by `id` or `pId`. ' +
      'The same filter twice is refused with 409.',
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
    description:
      'After that the template is for everybody. Answers the filters that are left: none.',
    returns: collectionResponse('DEFINITIONITEMS', filterItemRecord),
  })
  clearDefinitionItems(@PathParams() { id }: IdPath) {
    return this.filters.clear('definitions', id);
  }
}
