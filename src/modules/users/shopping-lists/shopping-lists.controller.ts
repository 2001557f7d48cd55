import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  IdPath,
  List,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  QueryParams,
  Read,
  Remove,
  collectionResponse,
  pagedResponse,
  defineIfMatchState,
} from '../../../api';
import { NotFound, PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { ShoppingList } from './shopping-list.entity';
import type { ShoppingListRow } from './shopping-list.entity';
import { ShoppingListRowDto, ShoppingListRowQuery } from './shopping-list-row.dto';
import { shoppingListRowRecord } from './shopping-list-row.record';
import { ShoppingListRowsService } from './shopping-list-rows.service';
import { shoppingListRecord } from './shopping-list.record';
import { ShoppingListsService } from './shopping-lists.service';
import { usersOpenApiTag } from '../users.openapi-tag';

/** Shopping lists of users (specification, Users). */
@ApiController('users', { area: 'users', openApiTag: usersOpenApiTag })
export class ShoppingListsController {
  constructor(
    private readonly lists: ShoppingListsService,
    private readonly rows: ShoppingListRowsService,
  ) {}

  @Read(':id/shoppingLists', {
    summary: 'List the shopping lists of a user',
    description:
      "Returns the user's lists, each with its number of rows. Every user has a default list from the start.",
    returns: collectionResponse('SHOPPINGLISTS', shoppingListRecord),
  })
  listUserShoppingLists(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<ShoppingList>,
  ) {
    return this.lists.list(id, plan);
  }

  @List('shoppingLists/:id/rows', {
    summary: 'List the rows of a shopping list',
    description: 'Returns the rows page by page; `q` searches comment and pId.',
    returns: pagedResponse('ROWS', shoppingListRowRecord),
    errors: [NotFound],
    cost: 'LIGHT',
  })
  listShoppingListRows(
    @PathParams() { id }: IdPath,
    @QueryParams() query: ShoppingListRowQuery,
    @ResponseLoadPlan() plan: RecordPlan<ShoppingListRow>,
  ) {
    return this.rows.list(id, query, plan);
  }

  @Create('shoppingLists/:id/rows', {
    summary: 'Add rows to a shopping list',
    description:
      'Returns the new rows. All values are optional: without `items` nothing is added, and an item `{}` adds a row with the ' +
      'defaults.',
    returns: collectionResponse('ROWS', shoppingListRowRecord),
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, PidTaken],
  })
  async createShoppingListRows(
    @PathParams() { id }: IdPath,
    @RequestBody('items', {
      list: { of: ShoppingListRowDto, minItems: 0, maxItems: 1000 },
      optional: true,
    })
    items: ShoppingListRowDto[],
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<ShoppingListRow>,
  ) {
    const ids = await this.rows.add(id, items, caller);
    return this.rows.listByIds(ids, plan);
  }

  @Remove('shoppingLists/rows/:id', {
    summary: 'Remove a row of a shopping list',
    description: "The list and the product stay. The user's `LASTUSED` is updated.",
    ifMatchState: defineIfMatchState(
      shoppingListRowRecord,
      ({ rows }: ShoppingListsController, { id }: IdPath) =>
        rows.get(id, shoppingListRowRecord.getLoadPlan()),
    ),
  })
  removeShoppingListRow(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.rows.remove(id, caller);
  }
}
