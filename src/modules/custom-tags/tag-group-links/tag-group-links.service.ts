import { Injectable } from '@nestjs/common';
import { isAlreadyStored } from '../../../core/is-already-stored';
import { formatCode } from '../../../core/code-list';
import { NotFound, defineError } from '../../../core/errors';
import { indexOfFirstDuplicate } from '../../../core/first-duplicate';
import { type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import {
  type Crud,
  whereEquals,
  whereNotEquals,
  whereIn,
  DataAccess,
  mapViolations,
} from '../../../database';
import { itemTypeCodes } from '../item-types';
import { TagGroup } from '../tag-groups/tag-group.entity';
import { TagGroupsService } from '../tag-groups/tag-groups.service';
import { createTagCollection } from '../tags/tag-collection';
import { Tag } from '../tags/tag.entity';
import type { TagGroupLinkDto } from './tag-group-link.dto';
import { TagGroupLink } from './tag-group-link.entity';

/** 409: a tag is in each group at most once. */
export const TagGroupLinkTaken = defineError<{ pointer: string }>({
  code: 'tagGroupLink.taken',
  status: 409,
  title: 'The tag is already in this group',
  remedy: 'Omit the group, or do nothing: the tag is in it already.',
  detail: () => 'A tag can be in each group at most once.',
});

/** 422: a tag and its groups are for the same type of record. */
export const TagGroupItemTypeMismatch = defineError<{ itemType: number; pointer: string }>({
  code: 'tagGroup.itemType',
  status: 422,
  title: 'The group has another item type than the tag',
  remedy: 'Use a group of the item type of the tag.',
  detail: ({ itemType }) =>
    `The tag is of item type ${formatCode(itemTypeCodes, itemType)}; the group has another one.`,
});

/** A link whose group was found, with the group's position in the request as a JSON pointer. */
interface ResolvedLink {
  readonly groupId: number;
  readonly priority: number;
  readonly pointer: string;
}

const linkPlan = createLoadPlan(TagGroupLink, ['groupId', 'priority']);
const itemTypePlan = createLoadPlan(Tag, ['itemType']);

const toTagGroupsPlan = <R>(groups: LoadPlan<TagGroupLink, R>) =>
  createLoadPlan(Tag, [], { groups });

/** Manages the groups that tags are in. */
@Injectable()
export class TagGroupLinksService {
  private readonly tags: Crud<Tag>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly groups: TagGroupsService,
  ) {
    this.tags = createTagCollection(dataAccess);
  }

  /** Returns the links of a tag, oldest first. @throws NotFound */
  async list<R>(tagId: number, plan: LoadPlan<TagGroupLink, R>): Promise<R[]> {
    return (await this.tags.get(tagId, toTagGroupsPlan(plan))).groups;
  }

  /** Returns a link. @throws NotFound */
  async get<R>(id: number, plan: LoadPlan<TagGroupLink, R>): Promise<R> {
    const found = await this.dataAccess.loader.findById(TagGroupLink, id, plan);
    if (!found) throw new NotFound({ resource: 'tagGroupLink', id });
    return found;
  }

  /**
   * Adds a tag to a group.
   * @throws NotFound, ReferenceNotFound, ReferenceMismatch, TagGroupItemTypeMismatch, TagGroupLinkTaken
   */
  add(tagId: number, link: TagGroupLinkDto): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.tags.lock(tagId);
      const resolved = await this.resolve([link], () => '/group');
      const { itemType } = await this.tags.get(tagId, itemTypePlan);
      await this.requireItemType(resolved, itemType);
      const [id] = await this.insert(tagId, resolved);
      return { id: id as number };
    });
  }

  /** Removes a tag from a group. @throws NotFound if the tag doesn't exist or isn't in the group */
  remove(tagId: number, groupId: number): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.tags.lock(tagId);
      const removed = await this.dataAccess.writer.remove(TagGroupLink, { tagId, groupId });
      if (removed === 0) throw new NotFound({ resource: 'tagGroupLink', id: groupId });
    });
  }

  /** Removes a tag from all groups. @returns the remaining links, an empty list @throws NotFound */
  removeAll(tagId: number): Promise<TagGroupLink[]> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.tags.lock(tagId);
      await this.replace(tagId, []);
      return [];
    });
  }

  /**
   * Resolves the groups of links, before anything is written.
   * @param toPointer JSON pointer of a link's group, by its index
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, TagGroupLinkTaken
   */
  async resolve(
    links: readonly TagGroupLinkDto[],
    toPointer: (index: number) => string,
  ): Promise<ResolvedLink[]> {
    const references = links.map(({ group }) => group);
    const groupIds = await this.groups.resolveIds(references, toPointer);
    const duplicateIndex = indexOfFirstDuplicate(groupIds);
    if (duplicateIndex >= 0) throw new TagGroupLinkTaken({ pointer: toPointer(duplicateIndex) });
    return links.map(({ priority }, index) => {
      return { groupId: groupIds[index] as number, priority, pointer: toPointer(index) };
    });
  }

  /** Requires that all groups have an item type; that of a group never changes. @throws TagGroupItemTypeMismatch */
  async requireItemType(links: readonly ResolvedLink[], itemType: number): Promise<void> {
    if (links.length === 0) return;
    const ids = links.map(({ groupId }) => groupId);
    const found = await this.dataAccess.loader.listIds(TagGroup, [
      whereIn('id', ids),
      whereNotEquals('itemType', itemType),
    ]);
    const mismatchedLink = links.find(({ groupId }) => found.includes(groupId));
    if (mismatchedLink)
      throw new TagGroupItemTypeMismatch({ itemType, pointer: mismatchedLink.pointer });
  }

  /** Replaces the groups of a tag that the enclosing unit of work has locked. */
  async replace(tagId: number, links: readonly ResolvedLink[]): Promise<void> {
    const stored = await this.dataAccess.loader.listWhere(
      TagGroupLink,
      [whereEquals('tagId', tagId)],
      linkPlan,
    );
    const newLinks = links.map(({ groupId, priority }) => ({ groupId, priority }));
    if (isAlreadyStored(newLinks, stored)) return;
    await this.dataAccess.writer.remove(TagGroupLink, { tagId });
    await this.insert(tagId, links);
  }

  /**
   * Adds a tag that the enclosing unit of work has created or locked to groups.
   * @returns the ids of the links
   * @throws ReferenceNotFound, TagGroupLinkTaken
   */
  insert(tagId: number, links: readonly ResolvedLink[]): Promise<number[]> {
    const rows = links.map(({ groupId, priority }) => ({ tagId, groupId, priority }));
    const toPointer = (index: number): string => links[index]?.pointer ?? '';
    return mapViolations(() => this.dataAccess.writer.insert(TagGroupLink, rows), {
      unique: () => new TagGroupLinkTaken({ pointer: toPointer(0) }),
      foreignKey: async () => {
        // A group was deleted in the meantime; resolving the references again throws ReferenceNotFound.
        const references = links.map(({ groupId: id }) => ({ id }));
        await this.groups.resolveIds(references, toPointer);
        return undefined;
      },
    });
  }
}
