import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { NotFound, defineError } from '../../../core/errors';
import { indexOfFirstDuplicate } from '../../../core/first-duplicate';
import { idOnlyPlan, type Loaded, createLoadPlan, type RecordPlan } from '../../../core/load-plan';
import {
  type Condition,
  whereEquals,
  whereIn,
  LocalizedTexts,
  DataAccess,
  mapViolations,
} from '../../../database';
import {
  convertToTagValueForm,
  type CurrentTagValues,
  type TagAssignmentColumns,
  type TagAssignmentDto,
  TagAssignmentResolver,
  type UpdateTagAssignmentDto,
} from '../../custom-tags';
import type { CallerRights } from '../administrators/administrators.service';
import type { MapByUserId } from '../users/map-by-user-id';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCrud } from '../users/user-crud';
import { User } from '../users/user.entity';
import { type UserTagValue, applyTagChange } from './apply-tag-change';
import { UserTagAssignment, UserTagAssignmentText } from './user-tag-assignment.entity';

/** Item type of tags that users carry. */
const USER_ITEM_TYPE = 10;

/** 409: a user carries each tag at most once. */
export const UserTagTaken = defineError<{ pointer: string }>({
  code: 'userTag.taken',
  status: 409,
  title: 'The user already has this tag',
  remedy: 'Change the value of the existing tag.',
  detail: () => 'A user can carry each tag at most once.',
});

/** The columns needed to change the value of a carried tag. */
const userTagPlan = createLoadPlan(
  UserTagAssignment,
  ['tagId', 'groupId', 'active', 'value', 'chosenId'],
  {
    languages: ['languageCode', 'active', 'value'],
    tag: ['controlType', 'valueForAllLanguages'],
  },
);

const userWithTagsPlan = createLoadPlan(User, ['pId'], { customTags: userTagPlan });

/** The tags that a user will carry. */
interface RequestedUserTags {
  /** The pId of the user, if the user may be stored already and carry some of the tags. */
  readonly pId?: string | undefined;
  readonly assignments: readonly TagAssignmentDto[];
}

/** Manages the tags that users carry. */
@Injectable()
export class UserTagsService {
  private readonly texts: LocalizedTexts<UserTagAssignmentText, 'assignmentId'>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
    private readonly userUnitOfWork: UserUnitOfWork,
    private readonly assignmentResolver: TagAssignmentResolver,
    private readonly configuration: Configuration,
  ) {
    this.texts = new LocalizedTexts(dataAccess, UserTagAssignmentText, 'assignmentId', {
      active: false,
      value: '',
    });
  }

  /** @throws NotFound */
  list(userId: number, plan: RecordPlan<User>): Promise<Pick<User, 'customTags'>> {
    return this.users.get(userId, plan);
  }

  /** Returns one tag of a user. @throws NotFound if the user doesn't carry the tag */
  async get(
    userId: number,
    tagId: number,
    plan: RecordPlan<User>,
  ): Promise<Pick<User, 'customTags'>> {
    const id = await this.getAssignmentId(userId, tagId);
    const { customTags } = await this.list(userId, plan);
    return { customTags: customTags.filter((one) => one.id === id) };
  }

  /** Adds a tag to a user. @throws NotFound, UserTagTaken and the errors of `TagAssignmentResolver.resolve` */
  add(userId: number, assignment: TagAssignmentDto, caller: CallerRights): Promise<void> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      const getPointer = () => '';
      const [tags = []] = await this.resolveAssignments(
        [{ assignments: [assignment] }],
        getPointer,
      );
      await this.insertAssignments(new Map([[userId, tags]]), getPointer);
    });
  }

  /**
   * Updates the fields of a value that are sent; the others stay, in the current form of the tag.
   * @throws NotFound and the errors of `TagAssignmentResolver.resolve`
   */
  update(
    userId: number,
    tagId: number,
    given: UpdateTagAssignmentDto,
    caller: CallerRights,
  ): Promise<void> {
    return this.userUnitOfWork.runAndTouchIfChanged(userId, caller, async () => {
      const [current] = await this.listUserTags([
        whereEquals('userId', userId),
        whereEquals('tagId', tagId),
      ]);
      if (!current) throw new NotFound({ resource: 'userTag', id: tagId });
      const changedAssignment = { assignment: applyTagChange(given, current), pointer: '' };
      const userAssignments = {
        assignments: [changedAssignment],
        currentValues: new Map([[tagId, current]]),
      };
      const [[resolved] = []] = await this.assignmentResolver.resolve(USER_ITEM_TYPE, [
        userAssignments,
      ]);
      const {
        active,
        groupId,
        value,
        valueId: chosenId,
        languages,
      } = resolved as TagAssignmentColumns;
      const group = given.group === undefined ? {} : { groupId };
      const columns = { active, value, chosenId, ...group };
      await this.dataAccess.writer.update(UserTagAssignment, current.id, columns);
      await this.texts.update(current.id, languages, 'replace');
      this.dataAccess.journal.recordFields(User, [userId], ['customTags']);
    });
  }

  /** Removes a tag from a user. @throws NotFound if the user doesn't carry the tag */
  remove(userId: number, tagId: number, caller: CallerRights): Promise<void> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      await this.dataAccess.writer.remove(
        UserTagAssignment,
        await this.getAssignmentId(userId, tagId),
      );
    });
  }

  /** Removes all tags from a user. @throws NotFound */
  removeAll(userId: number, caller: CallerRights): Promise<Pick<User, 'customTags'>> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      await this.dataAccess.writer.remove(UserTagAssignment, { userId });
      return { customTags: [] };
    });
  }

  /**
   * Checks the tags that users will carry, before anything is written.
   * @param getPointer JSON pointer of a tag, by its index in its user's request
   * @throws the errors of `TagAssignmentResolver.resolve`
   */
  async resolveAssignments(
    users: readonly RequestedUserTags[],
    getPointer: (index: number) => string,
  ): Promise<TagAssignmentColumns[][]> {
    const currentTagsByPId = await this.loadUserTagsByPId(
      users.flatMap(({ pId, assignments }) =>
        pId !== undefined && assignments.length > 0 ? pId : [],
      ),
    );
    const userAssignments = users.map(({ pId = '', assignments }) => ({
      assignments: assignments.map((assignment, at) => ({ assignment, pointer: getPointer(at) })),
      currentValues: currentTagsByPId.get(pId),
    }));
    return this.assignmentResolver.resolve(USER_ITEM_TYPE, userAssignments);
  }

  /**
   * Adds tags to users that the enclosing unit of work has created or locked.
   * @param getPointer JSON pointer of a tag, by its index in its user's request
   * @throws UserTagTaken
   */
  async insertAssignments(
    assignmentsByUserId: MapByUserId<readonly TagAssignmentColumns[]>,
    getPointer: (index: number) => string,
  ): Promise<void> {
    for (const tags of assignmentsByUserId.values()) {
      const duplicateIndex = indexOfFirstDuplicate(tags.map(({ tagId }) => tagId));
      if (duplicateIndex >= 0) throw new UserTagTaken({ pointer: getPointer(duplicateIndex) });
    }
    const rows = [...assignmentsByUserId].flatMap(([userId, tags]) =>
      tags.map(({ tagId, groupId, active, value, valueId }) => {
        return { userId, tagId, groupId, active, value, chosenId: valueId };
      }),
    );
    const ids = await this.insertRows(rows, getPointer(0));
    const texts = [...assignmentsByUserId.values()]
      .flat()
      .flatMap(({ languages }, at) =>
        languages.map((text) => ({ ...text, assignmentId: ids[at] as number })),
      );
    await this.dataAccess.writer.insert(UserTagAssignmentText, texts);
  }

  /** Replaces the tags of a user that the enclosing unit of work has locked. @throws UserTagTaken */
  async replaceAssignments(
    userId: number,
    tags: readonly TagAssignmentColumns[],
    getPointer: (index: number) => string,
  ): Promise<void> {
    await this.dataAccess.writer.remove(UserTagAssignment, { userId });
    await this.insertAssignments(new Map([[userId, tags]]), getPointer);
  }

  /** The tags that stored users carry, by the pIds of the users. */
  private async loadUserTagsByPId(pIds: readonly string[]): Promise<Map<string, CurrentTagValues>> {
    const users = await this.users.listWhere([whereIn('pId', pIds)], userWithTagsPlan);
    return new Map(
      users.map(({ pId, customTags }) => {
        return [pId, new Map(customTags.map((one) => [one.tagId, this.toUserTag(one)]))];
      }),
    );
  }

  private async listUserTags(conditions: readonly Condition[]): Promise<UserTagValue[]> {
    const stored = await this.dataAccess.loader.listWhere(
      UserTagAssignment,
      conditions,
      userTagPlan,
    );
    return stored.map((one) => this.toUserTag(one));
  }

  /** The carried tag, its value in the current form of the tag. */
  private toUserTag(stored: Loaded<typeof userTagPlan>): UserTagValue {
    return {
      ...stored,
      ...convertToTagValueForm(stored.tag, stored, this.configuration.defaultLanguage),
    };
  }

  private insertRows(
    rows: readonly Partial<UserTagAssignment>[],
    pointer: string,
  ): Promise<number[]> {
    return mapViolations(() => this.dataAccess.writer.insert(UserTagAssignment, rows), {
      unique: () => new UserTagTaken({ pointer }),
    });
  }

  private async getAssignmentId(userId: number, tagId: number): Promise<number> {
    const assignmentConditions = [whereEquals('userId', userId), whereEquals('tagId', tagId)];
    const [row] = await this.dataAccess.loader.listWhere(
      UserTagAssignment,
      assignmentConditions,
      idOnlyPlan,
    );
    if (!row) throw new NotFound({ resource: 'userTag', id: tagId });
    return row.id;
  }
}
