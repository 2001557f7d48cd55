import type { Type } from '@nestjs/common';
import {
  ApiController,
  collectionResponse,
  Create,
  IdPath,
  type OpenApiTag,
  PathParams,
  Read,
  Remove,
  RequestBody,
  wrappedResponse,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import { FilterItemDto } from './filter-item.dto';
import { filterItemRecord } from './filter-item.record';
import { FilterItems, FilterItemTaken } from './filter-items';

/** Elements whose filters have operations of their own. */
interface FilteredElements {
  /** The target type; also the path of the elements and their area. */
  readonly target: 'news' | 'definitions';
  readonly openApiTag: OpenApiTag;
  /** Name of a filter in the names of operations, for example `NewsItem`. */
  readonly item: string;
  /** Name of the filters in paths and bodies, for example `newsItems`. */
  readonly items: string;
  /** An element in sentences, for example `news article`. */
  readonly element: string;
  /** The action that the filters allow, for example `see the article`. */
  readonly use: string;
  /** Id of a filter in examples. */
  readonly exampleId: number;
}

/** Creates the controller of the filters of one target type: read, list, add, remove and clear. */
export function createFilterItemsController(elements: FilteredElements): Type<object> {
  const { target, openApiTag, item, items, element, use, exampleId } = elements;
  const forEverybody = 'Without any filter it is for everybody.';
  const examples = { id: exampleId };
  const listResponse = collectionResponse(items.toUpperCase(), filterItemRecord);

  @ApiController(target, { area: target, openApiTag })
  class FilterItemsController {
    constructor(private readonly filters: FilterItems) {}

    @Read(`${items}/:id`, {
      summary: `Read a filter of a ${element}`,
      description:
        'Returns one filter by its own id: `ITEM` is the record that it names, `ITEMTYPE` the type of the record.',
      examples,
      returns: filterItemRecord,
    })
    [`get${item}`](@PathParams() { id }: IdPath) {
      return this.filters.get(target, id);
    }

    @Remove(`${items}/:id`, {
      summary: `Remove a filter from a ${element}`,
      description: `Removes one user, group, country or zone from those that can ${use}. ${forEverybody}`,
      examples,
    })
    [`remove${item}`](@PathParams() { id }: IdPath) {
      return this.filters.remove(target, id);
    }

    @Read(`:id/${items}`, {
      summary: `List the filters of a ${element}`,
      description: `Returns the users, groups, countries and zones that can ${use}. ${forEverybody}`,
      returns: listResponse,
    })
    [`list${item}s`](@PathParams() { id }: IdPath) {
      return this.filters.list(target, id);
    }

    @Create(`:id/${items}`, {
      summary: `Add a filter to a ${element}`,
      description:
        `Allows one more user, group (\`itemType\` 11), country or zone, named by \`id\` or \`pId\`, to ${use}. ` +
        'A filter that exists already is rejected with 409.',
      returns: wrappedResponse(items.toUpperCase(), filterItemRecord),
      errors: [NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken],
    })
    [`create${item}`](@PathParams() { id }: IdPath, @RequestBody(items) body: FilterItemDto) {
      return this.filters.add(target, id, body);
    }

    @Remove(`:id/${items}`, {
      summary: `Remove all filters from a ${element}`,
      description: `Returns an empty list. After that everybody can ${use}.`,
      returns: listResponse,
    })
    [`clear${item}s`](@PathParams() { id }: IdPath) {
      return this.filters.clear(target, id);
    }
  }
  return FilterItemsController;
}
