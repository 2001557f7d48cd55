import {
  ApiController,
  Body,
  Create,
  GetId,
  type OpenApiTag,
  IdPath,
  List,
  pagedResponse,
  Path,
  PidPath,
  Plan,
  Query,
  Read,
  Remove,
  Update,
} from '../../../src/api';
import { PidTaken } from '../../../src/core/errors';
import type { TablePlan } from '../../../src/core/load-plan';
import { UnitOfWork } from '../../../src/database';
import type { Shelf } from './shelf.entity';
import { CreateShelfDto, ShelfQuery, UpdateShelfDto } from './shelf.dto';
import { shelfRecord } from './shelf.record';
import { ShelvesService } from './shelves.service';

const shelvesHeading: OpenApiTag = {
  name: 'Shelves',
  rank: 2150,
  description: 'Where goods lie in a warehouse.',
};

@ApiController('shelves', { area: 'locations', heading: shelvesHeading })
export class ShelvesController {
  constructor(
    private readonly shelves: ShelvesService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', { summary: 'List shelves', returns: pagedResponse('SHELVES', shelfRecord) })
  listShelves(@Query() query: ShelfQuery, @Plan() plan: TablePlan<Shelf>) {
    return this.shelves.list(query, plan);
  }

  @Create('', { summary: 'Create a shelf', returns: shelfRecord, errors: [PidTaken] })
  createShelf(@Body('shelves') body: CreateShelfDto, @Plan() plan: TablePlan<Shelf>) {
    return this.unitOfWork.run(async () => {
      const { id } = await this.shelves.create(body);
      return this.shelves.get(id, plan);
    });
  }

  @GetId('getId/:pId', { summary: 'Find the id of a shelf' })
  getShelfId(@Path() { pId }: PidPath) {
    return this.shelves.idOf(pId);
  }

  @Read(':id', { summary: 'Read a shelf', returns: shelfRecord })
  getShelf(@Path() { id }: IdPath, @Plan() plan: TablePlan<Shelf>) {
    return this.shelves.get(id, plan);
  }

  @Update(':id', { summary: 'Change a shelf', returns: shelfRecord, errors: [PidTaken] })
  updateShelf(
    @Path() { id }: IdPath,
    @Body('shelves') body: UpdateShelfDto,
    @Plan() plan: TablePlan<Shelf>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.shelves.update(id, body);
      return this.shelves.get(id, plan);
    });
  }

  @Remove(':id', { summary: 'Delete a shelf' })
  removeShelf(@Path() { id }: IdPath) {
    return this.shelves.remove(id);
  }
}
