import {
  ApiController,
  RequestBody,
  Create,
  GetId,
  type OpenApiTag,
  IdPath,
  List,
  pagedResponse,
  PathParams,
  PidPath,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Remove,
  Update,
} from '../../../src/api';
import { PidTaken } from '../../../src/core/errors';
import type { RecordPlan } from '../../../src/core/load-plan';
import type { Shelf } from './shelf.entity';
import { CreateShelfDto, ShelfQuery, UpdateShelfDto } from './shelf.dto';
import { shelfRecord } from './shelf.record';
import { ShelvesService } from './shelves.service';

const shelvesHeading: OpenApiTag = {
  name: 'Shelves',
  position: 2150,
  description: 'Where goods lie in a warehouse.',
};

@ApiController('shelves', { area: 'locations', openApiTag: shelvesHeading })
export class ShelvesController {
  constructor(private readonly shelves: ShelvesService) {}

  @List('', { summary: 'List shelves', returns: pagedResponse('SHELVES', shelfRecord) })
  listShelves(@QueryParams() query: ShelfQuery, @ResponseLoadPlan() plan: RecordPlan<Shelf>) {
    return this.shelves.list(query, plan);
  }

  @Create('', { summary: 'Create a shelf', returns: shelfRecord, errors: [PidTaken] })
  async createShelf(
    @RequestBody('shelves') body: CreateShelfDto,
    @ResponseLoadPlan() plan: RecordPlan<Shelf>,
  ) {
    const { id } = await this.shelves.create(body);
    return this.shelves.get(id, plan);
  }

  @GetId('getId/:pId', { summary: 'Find the id of a shelf' })
  getShelfId(@PathParams() { pId }: PidPath) {
    return this.shelves.idOf(pId);
  }

  @Read(':id', { summary: 'Read a shelf', returns: shelfRecord })
  getShelf(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<Shelf>) {
    return this.shelves.get(id, plan);
  }

  @Update(':id', { summary: 'Change a shelf', returns: shelfRecord, errors: [PidTaken] })
  async updateShelf(
    @PathParams() { id }: IdPath,
    @RequestBody('shelves') body: UpdateShelfDto,
    @ResponseLoadPlan() plan: RecordPlan<Shelf>,
  ) {
    await this.shelves.update(id, body);
    return this.shelves.get(id, plan);
  }

  @Remove(':id', { summary: 'Delete a shelf' })
  removeShelf(@PathParams() { id }: IdPath) {
    return this.shelves.remove(id);
  }
}
