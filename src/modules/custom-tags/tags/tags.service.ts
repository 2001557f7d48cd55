import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { isPlanAffected, type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import {
  type Crud,
  whereIn,
  LocalizedTexts,
  type RecordReference,
  DataAccess,
} from '../../../database';
import { TagGroupLinksService } from '../tag-group-links/tag-group-links.service';
import { createTagCollection } from './tag-collection';
import { requireValidDefaults } from '../assignments/tag-value-rules';
import { requireValidLimits } from './tag-limits';
import type { CreateTagDto, TagImportDto, TagQuery, UpdateTagDto } from './tag.dto';
import { Tag, tagSearchKind, TagText } from './tag.entity';

/** The API's create body, with the additional fields of an import record. */
type NewTag = CreateTagDto & Partial<TagImportDto>;
/** The API's update body, with the additional fields and the groups of an import record. */
type TagChange = Partial<Omit<TagImportDto, 'controlType' | 'itemType' | 'languages'>> &
  Pick<UpdateTagDto, 'languages'>;

/** The searchable texts of a tag. */
const searchableTextsPlan = createLoadPlan(Tag, ['pId', 'nameOnFeed'], { languages: ['name'] });

type SearchedTag = Pick<Tag, 'id' | 'pId' | 'nameOnFeed'> & {
  readonly languages: readonly Pick<TagText, 'name'>[];
};

const limitsPlan = createLoadPlan(Tag, ['controlType', 'minValue', 'maxValue', 'defaultValue'], {
  languages: ['languageCode', 'defaultValue'],
});

/** How a tag is written. */
interface TagWriteOptions {
  /** Import records are whole, and may contain what earlier versions have stored. */
  readonly isImport?: boolean;
}

/** Manages tags. */
@Injectable()
export class TagsService {
  private readonly tags: Crud<Tag>;
  private readonly texts: LocalizedTexts<TagText, 'tagId'>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly links: TagGroupLinksService,
    private readonly configuration: Configuration,
  ) {
    this.tags = createTagCollection(dataAccess);
    this.texts = new LocalizedTexts(dataAccess, TagText, 'tagId', { name: '', defaultValue: '' });
  }

  list<R>(query: TagQuery, plan: LoadPlan<Tag, R>): Promise<Page<R>> {
    return this.tags.listPage({ ...query }, plan);
  }

  get<R>(id: number, plan: LoadPlan<Tag, R>): Promise<R> {
    return this.tags.get(id, plan);
  }

  /** Returns the existing tags with these pIds. */
  listByPIds<R>(pIds: readonly string[], plan: LoadPlan<Tag, R>): Promise<R[]> {
    return this.tags.listWhere([whereIn('pId', pIds)], plan);
  }

  async getIdByPid(pId: string): Promise<{ id: number }> {
    return { id: await this.tags.getIdByPid(pId) };
  }

  /**
   * Returns the ids of the referenced tags, in the order of the references, with one query.
   * @param pointer JSON pointer of all these references in errors
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch
   */
  resolveIds(references: readonly RecordReference[], pointer: string): Promise<number[]> {
    return this.tags.resolveReferences(references, () => pointer);
  }

  /**
   * Creates a tag.
   * @throws TagLimitNotAllowed, TagValueNotAllowed, ReferenceNotFound, ReferenceMismatch, TagGroupItemTypeMismatch,
   * TagGroupLinkTaken, PidTaken
   */
  create(
    { groups = [], languages = [], ...values }: NewTag,
    { isImport = false }: TagWriteOptions = {},
  ): Promise<{ id: number }> {
    const { storeTimeZone } = this.configuration;
    return this.dataAccess.unitOfWork.run(async () => {
      requireValidLimits(values, values, storeTimeZone);
      const links = await this.links.resolve(groups, toGroupPointer);
      if (!isImport) {
        requireValidDefaults(values, { ...values, languages }, storeTimeZone);
        await this.links.requireItemType(links, values.itemType);
      }
      const id = await this.tags.insert(values);
      await this.texts.insert(id, languages);
      await this.links.insert(id, links);
      await this.index({ ...values, id, languages });
      return { id };
    });
  }

  /** Updates a tag. @throws NotFound and the errors of `create` */
  update(
    id: number,
    changes: TagChange,
    { isImport = false }: TagWriteOptions = {},
  ): Promise<void> {
    const { groups, languages, ...values } = changes;
    const { storeTimeZone } = this.configuration;
    return this.dataAccess.unitOfWork.run(async () => {
      await this.tags.lock(id);
      const stored = await this.tags.get(id, limitsPlan);
      const limitedTag = { ...stored, ...values };
      requireValidLimits(limitedTag, values, storeTimeZone);
      if (!isImport) requireValidDefaults(limitedTag, changes, storeTimeZone, stored);
      const links = groups && (await this.links.resolve(groups, toGroupPointer));
      await this.tags.update(id, values);
      await this.texts.update(id, languages, isImport ? 'replace' : 'merge');
      if (links) await this.links.replace(id, links);
      if (isPlanAffected(searchableTextsPlan, changes)) await this.reindex(id);
    });
  }

  remove(id: number): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.tags.remove(id);
      await this.dataAccess.searchIndex.remove(tagSearchKind, [id]);
      return { id };
    });
  }

  /** Updates the search index after a change of the record. */
  async reindex(id: number): Promise<void> {
    await this.index(await this.tags.get(id, searchableTextsPlan));
  }

  private async index({ id, pId, nameOnFeed, languages }: SearchedTag): Promise<void> {
    const fields = [pId, nameOnFeed, ...languages.map(({ name }) => name)];
    await this.dataAccess.searchIndex.replace(tagSearchKind, [{ id, fields }]);
  }
}

/** JSON pointer of the group of a link in a create body. */
function toGroupPointer(index: number): string {
  return `/groups/${index}/group`;
}
