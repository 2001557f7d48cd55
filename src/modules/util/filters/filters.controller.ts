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
  defineRecordState,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import {
  FilterableCollections,
  filterItemRecord,
  FilterItems,
  FilterItemTaken,
  type FilterTarget,
  parseFilterTarget,
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
  rank: 1700,
  description:
    'For whom a banner, a page or another element of the store is: users, groups, countries, zones.',
};

const filtersResponse = collectionResponse('ITEMS', filterItemRecord);

const creationOptions = {
  returns: filterItemRecord,
  errors: [NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken],
};

/** Specification, Utilities: filters on elements of every target type. */
@ApiController('util/filters', {
  area: 'util',
  heading: filtersOpenApiTag,
  examples: { pId: 'summer-sale' },
  // Their audience is a part of these records.
  areaInPath: { parameter: 'targetType', areas: { news: 'news', definitions: 'definitions' } },
})
export class FiltersController {
  constructor(
    private readonly filters: FilterItems,
    private readonly elements: FilterableCollections,
  ) {}

  @Read(':targetType/pId/:pId', {
    summary: 'List the filters of an element, by its pId',
    description:
      'For whom the element with that pId is: users, groups, countries and zones. Without any ' +
      'it is for everybody.',
    returns: filtersResponse,
  })
  async listFiltersByPid(@PathParams() path: TargetPidPath) {
    return this.filters.list(...(await this.resolveElement(path)));
  }

  @Create(':targetType/pId/:pId', {
    summary: 'Add a filter to an element, by its pId',
    description:
      'Lets one more user, group, country or zone have the element, named by `id` or `pId`. The ' +
      'same filter twice is refused with 409.',
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
    description:
      'After that the element is for everybody. Answers the filters that are left: none.',
    returns: filtersResponse,
  })
  async clearFiltersByPid(@PathParams() path: TargetPidPath) {
    return this.filters.clear(...(await this.resolveElement(path)));
  }

  @Remove(':targetType/items/:id', {
    summary: 'Remove a filter from an element, by the id of the filter',
    description:
      'When it was the last one, the element is for everybody. 404 also where the filter is one ' +
      'of another target type.',
    examples: { id: 5 },
    state: defineRecordState(
      filterItemRecord,
      ({ filters }: FiltersController, path: TargetIdPath) =>
        filters.get(parseFilterTarget(path.targetType), path.id),
    ),
  })
  removeFilter(@PathParams() { targetType, id }: TargetIdPath) {
    return this.filters.remove(parseFilterTarget(targetType), id);
  }

  @Read(':targetType/:id', {
    summary: 'List the filters of an element',
    description:
      'For whom the element is: users, groups, countries and zones. Without any it is for ' +
      'everybody; its ETag is what `If-Match` of removing all takes.',
    returns: filtersResponse,
  })
  listFilters(@PathParams() { targetType, id }: TargetIdPath) {
    return this.filters.list(parseFilterTarget(targetType), id);
  }

  @Create(':targetType/:id', {
    summary: 'Add a filter to an element',
    description:
      'Lets one more user, group, country or zone have the element, named by `id` or `pId`. The ' +
      'same filter twice is refused with 409.',
    ...creationOptions,
  })
  createFilter(
    @PathParams() { targetType, id }: TargetIdPath,
    @RequestBody('items') body: CreateFilterDto,
  ) {
    return this.addFilter(parseFilterTarget(targetType), id, body);
  }

  @Remove(':targetType/:id', {
    summary: 'Remove all filters from an element',
    description:
      'After that the element is for everybody. Answers the filters that are left: none.',
    returns: filtersResponse,
  })
  clearFilters(@PathParams() { targetType, id }: TargetIdPath) {
    return this.filters.clear(parseFilterTarget(targetType), id);
  }

  @List(':targetType/:itemType/:itemId', {
    summary: 'Find the elements that carry a filter',
    description: 'All of them, by ascending id: the answer is not paged.',
    returns: collectionResponse('ITEMS', filteredElementRecord),
    errors: [NotFound],
  })
  listFilteredElements(@PathParams() { targetType, itemType, itemId }: FilteredItemPath) {
    return this.filters.listElements(parseFilterTarget(targetType), itemType, itemId);
  }

  @Read(':targetType/:id/:itemType/:itemId', {
    summary: 'Read one filter of an element',
    description:
      "One filter, found by what it names: its kind and that record's id. Its ETag is what " +
      '`If-Match` of removing it takes.',
    returns: filterItemRecord,
  })
  getFilter(@PathParams() { targetType, id, itemType, itemId }: ElementFilterPath) {
    return this.filters.getBySubject(parseFilterTarget(targetType), id, itemType, itemId);
  }

  private addFilter(target: FilterTarget, elementId: number, { item, itemType }: CreateFilterDto) {
    const filter = { ...item, itemType: Number(itemType) as FilterType };
    return this.filters.add(target, elementId, filter, '/item');
  }

  private async resolveElement({
    targetType,
    pId,
  }: TargetPidPath): Promise<[FilterTarget, number]> {
    const target = parseFilterTarget(targetType);
    return [target, await this.elements.get(target).idOf(pId)];
  }
}
