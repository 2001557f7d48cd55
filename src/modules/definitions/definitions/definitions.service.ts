import { Injectable } from '@nestjs/common';
import type { LoadPlan, RecordPlan } from '../../../core/load-plan';
import type { Page, PageQuery } from '../../../core/page';
import { DataAccess, whereIn } from '../../../database';
import {
  type FilterItemDto,
  FilterItemsService,
  type ResolvedFilter,
} from '../../../platform/requests/filters';
import type { CreateDefinitionDto } from './definition.dto';
import { DefinitionCollection } from './definition.collection';
import type { Definition } from './definition.entity';

/** Manages customization templates (specification, Customization templates). */
@Injectable()
export class DefinitionsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly definitions: DefinitionCollection,
    private readonly filters: FilterItemsService,
  ) {}

  async list(query: PageQuery, plan: RecordPlan<Definition>): Promise<Page<Definition>> {
    const page = await this.definitions.listPage({ ...query }, plan);
    return { ...page, items: await this.attachFilters(page.items, plan) };
  }

  /** @throws NotFound */
  async get<R extends { id: number }>(id: number, plan: LoadPlan<Definition, R>): Promise<R> {
    const [definition] = await this.attachFilters([await this.definitions.get(id, plan)], plan);
    return definition as R;
  }

  /** Returns the existing definitions with these pIds. */
  async listByPIds<R extends { id: number }>(
    pIds: readonly string[],
    plan: LoadPlan<Definition, R>,
  ): Promise<R[]> {
    return this.attachFilters(await this.definitions.listWhere([whereIn('pId', pIds)], plan), plan);
  }

  /** @throws NotFound */
  async getIdByPid(pId: string): Promise<{ id: number }> {
    return { id: await this.definitions.getIdByPid(pId) };
  }

  /** Creates a definition. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, FilterItemTaken, PidTaken */
  create({ definitionItems = [], ...values }: CreateDefinitionDto): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const filters = await this.resolveFilters(definitionItems);
      const id = await this.definitions.insert(values);
      await this.filters.insert('definitions', id, filters);
      return { id };
    });
  }

  /**
   * Updates the given fields; given filters replace all stored ones.
   * @throws NotFound, PidTaken, InvalidRequest, ReferenceNotFound, ReferenceMismatch, FilterItemTaken
   */
  update(id: number, { definitionItems, ...values }: Partial<CreateDefinitionDto>): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.definitions.lock(id);
      await this.definitions.update(id, values);
      if (definitionItems) {
        await this.filters.replace('definitions', id, await this.resolveFilters(definitionItems));
      }
    });
  }

  /** @throws NotFound */
  remove(id: number): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      // The definition is removed first: a transaction that adds a filter locks the definition, and so has to wait.
      await this.definitions.remove(id);
      await this.filters.removeByElement('definitions', id);
      return { id };
    });
  }

  private resolveFilters(items: readonly FilterItemDto[]): Promise<ResolvedFilter[]> {
    return this.filters.resolveFilters(items, (index) => `/definitionItems/${index}`);
  }

  private attachFilters<R extends { id: number }>(
    definitions: readonly R[],
    plan: LoadPlan<Definition, R>,
  ): Promise<R[]> {
    return this.filters.attachFilters('definitions', 'definitionItems', definitions, plan);
  }
}
