import {
  ApiController,
  RequestBody,
  collectionResponse,
  Create,
  type OpenApiTag,
  List,
  PathParams,
  Read,
  Remove,
  defineIfMatchState,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import {
  FilterableCollections,
  filterItemRecord,
  FilterItemsService,
  FilterItemTaken,
  type FilterTargetType,
  parseFilterTargetType,
  type FilterType,
} from '../../../platform/requests/filters';
import {
  ElementFilterPath,
  CreateFilterDto,
  FilteredItemPath,
  TargetIdPath,
  TargetPidPath,
} from './filter.dto';
import { filteredElementRecord } from './filtered-element.record';

const filtersOpenApiTag: OpenApiTag = {
  name: 'Filters',
  position: 1700,
  description:
    'Filters that limit a banner, a page or another element to users, groups, countries or zones.',
};

const filtersResponse = collectionResponse('ITEMS', filterItemRecord);

const creationOptions = {
  returns: filterItemRecord,
  errors: [NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken],
};

/** Filters of elements of every target type (specification, Utilities). */
@ApiController('util/filters', {
  area: 'util',
  openApiTag: filtersOpenApiTag,
  pathExamples: { pId: 'summer-sale' },
  // Filters are part of these records, so changing them requires the scopes of their areas.
  areaInPath: { parameter: 'targetType', areas: { news: 'news', definitions: 'definitions' } },
})
export class FiltersController {
  constructor(
    private readonly filters: FilterItemsService,
    private readonly elementCollections: FilterableCollections,
  ) {}

  @Read(':targetType/pId/:pId', {
    summary: 'List the filters of an element, by its pId',
    description:
      'Returns the users, groups, countries and zones that can see the element with that pId. Without any filter ' +
      'it is for everybody.',
    returns: filtersResponse,
  })
  async listFiltersByPid(@PathParams() path: TargetPidPath) {
    return this.filters.list(...(await this.resolveElement(path)));
  }

  @Create(':targetType/pId/:pId', {
    summary: 'Add a filter to an element, by its pId',
    description:
      'Allows one more user, group, country or zone, named by `id` or `pId`, to see the element. A ' +
      'filter that exists already is rejected with 409.',
    ...creationOptions,
  })
  async createFilterByPid(
    @PathParams() path: TargetPidPath,
    @RequestBody('items') body: CreateFilterDto,
  ) {
    return this.addFilter(...(await this.resolveElement(path)), body);
  }

  @Remove(':targetType/pId/:pId', {
    summary: 'Remove all filters from an element, by its pId',
    description: 'Returns an empty list. After that the element is for everybody.',
    returns: filtersResponse,
  })
  async clearFiltersByPid(@PathParams() path: TargetPidPath) {
    return this.filters.clear(...(await this.resolveElement(path)));
  }

  @Remove(':targetType/items/:id', {
    summary: 'Remove a filter from an element, by the id of the filter',
    description:
      'Deletes the filter; without any filter the element is for everybody. The response is 404 if the filter belongs to an element ' +
      'of another target type.',
    pathExamples: { id: 5 },
    ifMatchState: defineIfMatchState(
      filterItemRecord,
      ({ filters }: FiltersController, path: TargetIdPath) =>
        filters.get(parseFilterTargetType(path.targetType), path.id),
    ),
  })
  removeFilter(@PathParams() { targetType, id }: TargetIdPath) {
    return this.filters.remove(parseFilterTargetType(targetType), id);
  }

  @Read(':targetType/:id', {
    summary: 'List the filters of an element',
    description:
      'Returns the users, groups, countries and zones that can see the element. Without any filter it is for ' +
      'everybody. The ETag can be sent as `If-Match` when removing all filters.',
    returns: filtersResponse,
  })
  listFilters(@PathParams() { targetType, id }: TargetIdPath) {
    return this.filters.list(parseFilterTargetType(targetType), id);
  }

  @Create(':targetType/:id', {
    summary: 'Add a filter to an element',
    description:
      'Allows one more user, group, country or zone, named by `id` or `pId`, to see the element. A ' +
      'filter that exists already is rejected with 409.',
    ...creationOptions,
  })
  createFilter(
    @PathParams() { targetType, id }: TargetIdPath,
    @RequestBody('items') body: CreateFilterDto,
  ) {
    return this.addFilter(parseFilterTargetType(targetType), id, body);
  }

  @Remove(':targetType/:id', {
    summary: 'Remove all filters from an element',
    description: 'Returns an empty list. After that the element is for everybody.',
    returns: filtersResponse,
  })
  clearFilters(@PathParams() { targetType, id }: TargetIdPath) {
    return this.filters.clear(parseFilterTargetType(targetType), id);
  }

  @List(':targetType/:itemType/:itemId', {
    summary: 'Find the elements that have a filter',
    description: 'Returns all of them by ascending id, without paging.',
    returns: collectionResponse('ITEMS', filteredElementRecord),
    errors: [NotFound],
  })
  listFilteredElements(@PathParams() { targetType, itemType, itemId }: FilteredItemPath) {
    return this.filters.listElements(parseFilterTargetType(targetType), itemType, itemId);
  }

  @Read(':targetType/:id/:itemType/:itemId', {
    summary: 'Read one filter of an element',
    description:
      'Returns one filter, by the type and the id of the record that it names. The ETag can be sent as ' +
      '`If-Match` when removing the filter.',
    returns: filterItemRecord,
  })
  getFilter(@PathParams() { targetType, id, itemType, itemId }: ElementFilterPath) {
    return this.filters.getBySubject(parseFilterTargetType(targetType), id, itemType, itemId);
  }

  private addFilter(
    target: FilterTargetType,
    elementId: number,
    { item, itemType }: CreateFilterDto,
  ) {
    const filter = { ...item, itemType: Number(itemType) as FilterType };
    return this.filters.add(target, elementId, filter, '/item');
  }

  private async resolveElement({
    targetType,
    pId,
  }: TargetPidPath): Promise<[FilterTargetType, number]> {
    const target = parseFilterTargetType(targetType);
    return [target, await this.elementCollections.get(target).getIdByPid(pId)];
  }
}
