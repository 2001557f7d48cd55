import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import {
  createLoadPlan,
  idOnlyPlan,
  type LoadPlan,
  type RecordPlan,
} from '../../../core/load-plan';
import { type Page, type PageQuery, tapItems } from '../../../core/page';
import { type Condition, whereEquals, type ListDefinition, DataAccess } from '../../../database';
import { type DocumentKind, documentTypes } from './document-kinds';
import {
  type AssembledDocument,
  assembleDocument,
  type NestableDocument,
} from './document-assembly';
import { SalesDocument } from './entities/document.entity';
import { type TagFilters, toTagConditions } from './lists/tag-filters';

const existencePlan = createLoadPlan(SalesDocument, ['type']);

/** Load plan of a response with documents: the type stands for whole documents, whatever columns it loads. */
export type DocumentPlan = RecordPlan<SalesDocument>;

/** Reads sales documents of any type, with one query for each kind of part. */
@Injectable()
export class Documents {
  constructor(private readonly dataAccess: DataAccess) {}

  /** @throws NotFound, also when the id belongs to a document of another kind */
  async get<R extends NestableDocument & Pick<SalesDocument, 'type'>>(
    kind: DocumentKind,
    id: number,
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<AssembledDocument<R>> {
    const found = await this.dataAccess.loader.findById(SalesDocument, id, plan);
    if (found?.type !== documentTypes[kind]) throw new NotFound({ resource: kind, id });
    return assembleDocument(found);
  }

  /**
   * Reads a page of a list; the documents have the parts that the plan loads.
   * @throws InvalidRequest, ReferenceMismatch for filters by tags
   */
  async listPage<R extends NestableDocument>(
    kind: DocumentKind,
    listing: ListDefinition<SalesDocument>,
    query: PageQuery & Readonly<Record<string, unknown>>,
    plan: LoadPlan<SalesDocument, R>,
    conditions: readonly Condition[] = [],
  ): Promise<Page<AssembledDocument<R>>> {
    const tagConditions = await toTagConditions(this.dataAccess, query as TagFilters);
    const allConditions = [
      whereEquals('type', documentTypes[kind]),
      ...conditions,
      ...tagConditions,
    ];
    const page = await this.dataAccess.loader.listPageInChunks(listing, query, plan, allConditions);
    const assembled = plan.relations.size > 0 ? tapItems(page, assembleDocument) : page;
    return assembled as Page<AssembledDocument<R>>;
  }

  /** Lists the documents that match all conditions, by ascending id. */
  async list<R extends NestableDocument>(
    kind: DocumentKind,
    conditions: readonly Condition[],
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<AssembledDocument<R>[]> {
    const allConditions = [whereEquals('type', documentTypes[kind]), ...conditions];
    return (await this.dataAccess.loader.listWhere(SalesDocument, allConditions, plan)).map(
      assembleDocument,
    );
  }

  /** Lists the documents of a kind whose parent is another one, by ascending id. @throws NotFound without that one */
  async listByParent(
    kind: DocumentKind,
    parentKind: DocumentKind,
    parentId: number,
    plan: DocumentPlan,
  ): Promise<SalesDocument[]> {
    await this.get(parentKind, parentId, existencePlan);
    return this.list(kind, [whereEquals('parentId', parentId)], plan);
  }

  /** @throws NotFound */
  async getIdByPid(kind: DocumentKind, pId: string): Promise<{ id: number }> {
    const conditions = [whereEquals('type', documentTypes[kind]), whereEquals('pId', pId)];
    const [found] = await this.dataAccess.loader.listWhere(SalesDocument, conditions, idOnlyPlan);
    if (!found) throw new NotFound({ resource: kind, id: pId });
    return found;
  }

  /** Locks documents until the unit of work ends. Read them afterwards to get their current content. */
  async lock(ids: readonly number[]): Promise<void> {
    await this.dataAccess.writer.lock(SalesDocument, ids);
  }
}
