import { Injectable } from '@nestjs/common';
import { pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import {
  Crud,
  type ReferenceLookup,
  whereIn,
  defineList,
  type RecordReference,
  DataAccess,
} from '../../../database';
import { UserGroup } from '../groups/user-group.entity';
import { Voucher } from '../vouchers/voucher.entity';
import { UserCrud } from './user-crud';
import { User } from './user.entity';

/** The columns of a user that other modules refer to. */
type ReferencedUser = Pick<User, 'id' | 'pId' | 'supplier' | 'lastUsed'>;

/** The references of one lookup; none by default. */
interface UserAndGroupReferences {
  readonly users?: readonly RecordReference[];
  readonly groups?: readonly RecordReference[];
}

/** The users and groups of one lookup. */
export interface UserAndGroupLookups {
  readonly users: ReferenceLookup<ReferencedUser>;
  readonly groups: ReferenceLookup<Pick<UserGroup, 'id' | 'pId'>>;
}

const referencedUserPlan = createLoadPlan(User, ['pId', 'supplier', 'lastUsed']);
const voucherCodePlan = createLoadPlan(Voucher, ['code']);

/** Finds users, groups and vouchers for modules that refer to them. */
@Injectable()
export class UserLookup {
  private readonly groupCrud: Crud<UserGroup>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
  ) {
    this.groupCrud = new Crud(dataAccess, UserGroup, 'userGroup', defineList(UserGroup));
  }

  /** Looks up the referenced users and groups, with one query each and none without references. */
  async lookUpReferences({
    users = [],
    groups = [],
  }: UserAndGroupReferences): Promise<UserAndGroupLookups> {
    return {
      users: await this.users.lookUpReferences(users, referencedUserPlan),
      groups: await this.groupCrud.lookUpReferences(groups, pIdOnlyPlan),
    };
  }

  /**
   * Locks users until the enclosing unit of work ends. A writer that refers to a user thus either finishes before the
   * user is erased, or doesn't find the user any more.
   */
  async lockByPIds(pIds: readonly string[]): Promise<void> {
    if (pIds.length === 0) return;
    await this.dataAccess.writer.lockWhere(User, [whereIn('pId', [...new Set(pIds)])]);
  }

  /**
   * Returns the ids of the vouchers with these codes, whichever user owns them. Codes are compared exactly. Runs one
   * query, and none without codes.
   */
  async findVoucherIds(codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const codeConditions = [whereIn('code', [...new Set(codes)])];
    const found = await this.dataAccess.loader.listWhere(Voucher, codeConditions, voucherCodePlan);
    return new Map(found.map(({ code, id }) => [code, id]));
  }
}
