import { Injectable } from '@nestjs/common';
import { isPlanAffected, type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import { toSortKey } from '../../../core/text-folding';
import {
  Crud,
  filterByEqual,
  whereIn,
  defineList,
  LocalizedTexts,
  type RecordReference,
  DataAccess,
  type TextUpdateOptions,
} from '../../../database';
import type { CreateTagGroupDto, TagGroupQuery, UpdateTagGroupDto } from './tag-group.dto';
import { TagGroup, tagGroupSearchKind, TagGroupText } from './tag-group.entity';

const tagGroupListing = defineList(TagGroup, {
  sort: {
    pId: 'pId',
    name: { property: 'name', foldedProperty: 'nameFolded' },
    position: 'position',
    priority: 'priority',
  },
  search: tagGroupSearchKind,
  filters: {
    itemType: filterByEqual('itemType'),
    position: filterByEqual('position'),
    priority: filterByEqual('priority'),
  },
});

/** The searchable texts of a tag group. */
const searchableTextsPlan = createLoadPlan(TagGroup, ['pId', 'name'], {
  languages: ['name', 'description'],
});

type SearchedTagGroup = Pick<TagGroup, 'id' | 'pId' | 'name'> & {
  readonly languages: readonly Pick<TagGroupText, 'name' | 'description'>[];
};

/** Manages tag groups. */
@Injectable()
export class TagGroupsService {
  private readonly groups: Crud<TagGroup>;
  private readonly texts: LocalizedTexts<TagGroupText, 'groupId'>;

  constructor(private readonly dataAccess: DataAccess) {
    this.texts = new LocalizedTexts(dataAccess, TagGroupText, 'groupId', {
      name: '',
      description: '',
    });
    this.groups = new Crud(dataAccess, TagGroup, 'tagGroup', tagGroupListing);
  }

  list<R>(query: TagGroupQuery, plan: LoadPlan<TagGroup, R>): Promise<Page<R>> {
    return this.groups.listPage({ ...query }, plan);
  }

  get<R>(id: number, plan: LoadPlan<TagGroup, R>): Promise<R> {
    return this.groups.get(id, plan);
  }

  /** Returns the existing groups with these pIds. */
  listByPIds<R>(pIds: readonly string[], plan: LoadPlan<TagGroup, R>): Promise<R[]> {
    return this.groups.listWhere([whereIn('pId', pIds)], plan);
  }

  async getIdByPid(pId: string): Promise<{ id: number }> {
    return { id: await this.groups.getIdByPid(pId) };
  }

  /**
   * Returns the ids of the referenced groups, in the order of the references.
   * @param toPointer JSON pointer of a reference, by its index
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch
   */
  resolveIds(
    references: readonly RecordReference[],
    toPointer: (index: number) => string,
  ): Promise<number[]> {
    return this.groups.resolveReferences(references, toPointer);
  }

  /** @throws PidTaken */
  create({ languages = [], ...values }: CreateTagGroupDto): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const id = await this.groups.insert({ ...values, nameFolded: toSortKey(values.name) });
      await this.texts.insert(id, languages);
      await this.index({ ...values, id, languages });
      return { id };
    });
  }

  /** @throws NotFound, PidTaken */
  update(
    id: number,
    changes: UpdateTagGroupDto,
    { textMode = 'merge' }: TextUpdateOptions = {},
  ): Promise<void> {
    const { languages, ...values } = changes;
    return this.dataAccess.unitOfWork.run(async () => {
      await this.groups.lock(id);
      const foldedName = values.name === undefined ? {} : { nameFolded: toSortKey(values.name) };
      await this.groups.update(id, { ...values, ...foldedName });
      await this.texts.update(id, languages, textMode);
      if (isPlanAffected(searchableTextsPlan, changes)) await this.reindex(id);
    });
  }

  remove(id: number): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.groups.remove(id);
      await this.dataAccess.searchIndex.remove(tagGroupSearchKind, [id]);
      return { id };
    });
  }

  /** Updates the search index after a change of the record. */
  async reindex(id: number): Promise<void> {
    await this.index(await this.groups.get(id, searchableTextsPlan));
  }

  private async index({ id, pId, name, languages }: SearchedTagGroup): Promise<void> {
    const texts = languages.flatMap((text) => [text.name, text.description]);
    await this.dataAccess.searchIndex.replace(tagGroupSearchKind, [
      { id, fields: [pId, name, ...texts] },
    ]);
  }
}
