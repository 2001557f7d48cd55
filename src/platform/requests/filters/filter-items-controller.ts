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
import { FilterItemsService, FilterItemTaken } from './filter-items.service';

/** Elements whose filters have operations of their own. */
interface FilterItemsControllerOptions {
  /** The target type; also the path of the elements and their area. */
  readonly target: 'news' | 'definitions';
  readonly openApiTag: OpenApiTag;
  /** Name of a filter in the names of operations, for example `NewsItem`. */
  readonly operationNoun: string;
  /** Name of the filters in paths and bodies, for example `newsItems`. */
  readonly collectionName: string;
  /** An element in sentences, for example `news article`. */
  readonly elementLabel: string;
  /** The action that the filters allow, for example `see the article`. */
  readonly allowedAction: string;
  /** Id of a filter in examples. */
  readonly exampleId: number;
}

/** Creates the controller of the filters of one target type: read, list, add, remove and clear. */
export function createFilterItemsController(options: FilterItemsControllerOptions): Type<object> {
  const { target, openApiTag, operationNoun, collectionName } = options;
  const { elementLabel, allowedAction, exampleId } = options;
  const unfilteredNote = 'Without any filter it is for everybody.';
  const examples = { id: exampleId };
  const listResponse = collectionResponse(collectionName.toUpperCase(), filterItemRecord);

  @ApiController(target, { area: target, openApiTag })
  class FilterItemsController {
    constructor(private readonly filters: FilterItemsService) {}

    @Read(`${collectionName}/:id`, {
      summary: `Read a filter of a ${elementLabel}`,
      description:
        'Returns one filter by its own id: `ITEM` is the record that it names, `ITEMTYPE` the type of the record.',
      pathExamples: examples,
      returns: filterItemRecord,
    })
    [`get${operationNoun}`](@PathParams() { id }: IdPath) {
      return this.filters.get(target, id);
    }

    @Remove(`${collectionName}/:id`, {
      summary: `Remove a filter from a ${elementLabel}`,
      description: `Removes one user, group, country or zone from those that can ${allowedAction}. ${unfilteredNote}`,
      pathExamples: examples,
    })
    [`remove${operationNoun}`](@PathParams() { id }: IdPath) {
      return this.filters.remove(target, id);
    }

    @Read(`:id/${collectionName}`, {
      summary: `List the filters of a ${elementLabel}`,
      description: `Returns the users, groups, countries and zones that can ${allowedAction}. ${unfilteredNote}`,
      returns: listResponse,
    })
    [`list${operationNoun}s`](@PathParams() { id }: IdPath) {
      return this.filters.list(target, id);
    }

    @Create(`:id/${collectionName}`, {
      summary: `Add a filter to a ${elementLabel}`,
      description:
        `Allows one more user, group (\`itemType\` 11), country or zone, named by \`id\` or \`pId\`, to ${allowedAction}. ` +
        'A filter that exists already is rejected with 409.',
      returns: wrappedResponse(collectionName.toUpperCase(), filterItemRecord),
      errors: [NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken],
    })
    [`create${operationNoun}`](
      @PathParams() { id }: IdPath,
      @RequestBody(collectionName) body: FilterItemDto,
    ) {
      return this.filters.add(target, id, body);
    }

    @Remove(`:id/${collectionName}`, {
      summary: `Remove all filters from a ${elementLabel}`,
      description: `Returns an empty list. After that everybody can ${allowedAction}.`,
      returns: listResponse,
    })
    [`clear${operationNoun}s`](@PathParams() { id }: IdPath) {
      return this.filters.clear(target, id);
    }
  }
  return FilterItemsController;
}
