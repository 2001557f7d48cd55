import { Injectable } from '@nestjs/common';
import type { UnpagedListQuery } from '../../../api';
import { InvalidRequest, ReferenceMismatch, defineError } from '../../../core/errors';
import { type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import {
  Crud,
  whereEquals,
  whereIn,
  defineList,
  LocalizedTexts,
  DataAccess,
  type TextUpdateOptions,
} from '../../../database';
import { controlTypes } from '../tags/control-types';
import { createTagCollection } from '../tags/tag-collection';
import { Tag } from '../tags/tag.entity';
import type { CreateTagValueDto, TagValueQuery, UpdateTagValueDto } from './tag-value.dto';
import { TagValue, TagValueText } from './tag-value.entity';

/** 422: only selector tags have values to choose from. */
export const TagNotSelector = defineError<{ id: number }>({
  code: 'tag.notSelector',
  status: 422,
  title: "The tag isn't a selector",
  remedy: 'Add values to tags of the control type selector only.',
  detail: ({ id }) =>
    `Only tags of control type ${controlTypes.selector} (selector) have values; tag ${id} is of another type.`,
});

const valueListing = defineList(TagValue);
const controlTypePlan = createLoadPlan(Tag, ['controlType']);
const tagIdPlan = createLoadPlan(TagValue, ['tagId']);

/** Manages the values of selector tags. */
@Injectable()
export class TagValuesService {
  private readonly tags: Crud<Tag>;
  private readonly values: Crud<TagValue>;
  private readonly texts: LocalizedTexts<TagValueText, 'tagValueId'>;

  constructor(private readonly dataAccess: DataAccess) {
    this.tags = createTagCollection(dataAccess);
    this.values = new Crud(dataAccess, TagValue, 'tagValue', valueListing);
    this.texts = new LocalizedTexts(dataAccess, TagValueText, 'tagValueId', { value: '' });
  }

  /** Returns the values of a tag that match the query. @throws NotFound */
  async list<R>(
    tagId: number,
    query: UnpagedListQuery,
    plan: LoadPlan<TagValue, R>,
  ): Promise<readonly R[]> {
    await this.tags.assertExists(tagId);
    return this.createValueCollection(tagId).listAll({ ...query }, plan);
  }

  get<R>(id: number, plan: LoadPlan<TagValue, R>): Promise<R> {
    return this.values.get(id, plan);
  }

  /** Returns the values of these tags that have one of these pIds. */
  listByTags<R>(
    tagIds: readonly number[],
    pIds: readonly string[],
    plan: LoadPlan<TagValue, R>,
  ): Promise<R[]> {
    return this.values.listWhere([whereIn('tagId', tagIds), whereIn('pId', pIds)], plan);
  }

  /** Creates a value. @throws NotFound, TagNotSelector, PidTaken */
  create(tagId: number, { pId, languages = [] }: CreateTagValueDto): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.tags.lock(tagId);
      const { controlType } = await this.tags.get(tagId, controlTypePlan);
      if (controlType !== controlTypes.selector) throw new TagNotSelector({ id: tagId });
      const id = await this.createValueCollection(tagId).insert({ tagId, pId });
      await this.texts.insert(id, languages);
      return { id };
    });
  }

  /** Updates a value. @throws NotFound, PidTaken */
  update(
    id: number,
    { languages, ...values }: UpdateTagValueDto,
    { textMode = 'merge' }: TextUpdateOptions = {},
  ): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.values.lock(id);
      const { tagId } = await this.values.get(id, tagIdPlan);
      await this.createValueCollection(tagId).update(id, values);
      await this.texts.update(id, languages, textMode);
    });
  }

  remove(id: number): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.values.remove(id);
      return { id };
    });
  }

  /** Deletes the value of a tag that the query identifies. @throws InvalidRequest, NotFound, ReferenceMismatch */
  removeFromTag(tagId: number, { valueId, valuePId }: TagValueQuery): Promise<{ id: number }> {
    if (valueId === 0 && valuePId === '') {
      const detail = 'valueId or valuePId is required.';
      throw new InvalidRequest([{ pointer: 'query/valueId', code: 'reference.empty', detail }]);
    }
    return this.dataAccess.unitOfWork.run(async () => {
      await this.tags.lock(tagId);
      const values = this.createValueCollection(tagId);
      const id = valueId === 0 ? await values.getIdByPid(valuePId) : valueId;
      await values.assertExists(id);
      if (valuePId !== '' && (await values.findIdByPid(valuePId)) !== id) {
        throw new ReferenceMismatch({ pointer: 'query/valuePId' });
      }
      return this.remove(id);
    });
  }

  /** The values of one tag, within which pIds are unique. */
  private createValueCollection(tagId: number): Crud<TagValue> {
    return new Crud(this.dataAccess, TagValue, 'tagValue', valueListing, [
      whereEquals('tagId', tagId),
    ]);
  }
}
