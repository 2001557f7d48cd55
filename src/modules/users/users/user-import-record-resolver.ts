import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { whereIn, DataAccess } from '../../../database';
import {
  canManageAdministrators,
  type CallerRights,
} from '../administrators/administrators.service';
import { PasswordHasher } from '../passwords/password-hasher';
import { toImportedColumns } from './user-columns';
import { UserCredentialsService } from './user-credentials.service';
import type { UserImportDto } from './user.dto';
import { User } from './user.entity';
import { type ResolvedUserParts, UserPartsService } from './user-parts.service';
import {
  toComparisonPlan,
  type StoredUserImportRecord,
  toStoredUserImportRecord,
  type ResolvedUserImportRecord,
} from './user-import-records';

const passwordHashPlan = createLoadPlan(User, ['pId', 'passwordHash'], { group: ['systemMarker'] });

/** Resolves import records of users and loads the stored state of the same users. */
@Injectable()
export class UserImportRecordResolver {
  private readonly passwordColumns = new WeakMap<
    UserImportDto,
    Pick<User, 'passwordHash'> & Partial<Pick<User, 'passwordTrusted'>>
  >();

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly passwordHasher: PasswordHasher,
    private readonly credentials: UserCredentialsService,
    private readonly parts: UserPartsService,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Hashes passwords one at a time, so that logins can run in between. An unchanged password keeps its hash, so that
   * its record changes nothing. Passwords of administrators are compared only for holders of `users:admin`.
   * @throws DatabaseBusy if too many hashes are waiting
   */
  async hashPasswords(values: readonly UserImportDto[], caller: CallerRights): Promise<void> {
    const recordsWithPassword = values.filter(({ password }) => password !== undefined);
    const conditions = [whereIn('pId', [...new Set(recordsWithPassword.map(({ pId }) => pId))])];
    const storedUsers = await this.dataAccess.loader.listWhere(User, conditions, passwordHashPlan);
    const mayComparePassword = ({ group }: Loaded<typeof passwordHashPlan>): boolean =>
      canManageAdministrators(caller) || group.systemMarker === null;
    const hashByPId = new Map(
      storedUsers.filter(mayComparePassword).map(({ pId, passwordHash }) => [pId, passwordHash]),
    );
    for (const value of recordsWithPassword) {
      const { pId, password = '' } = value;
      const storedHash = hashByPId.get(pId) ?? null;
      const isSamePassword =
        storedHash !== null && (await this.passwordHasher.verify(password, storedHash));
      const hash = isSamePassword ? storedHash : await this.passwordHasher.hash(password);
      hashByPId.set(pId, hash);
      this.passwordColumns.set(value, {
        passwordHash: hash,
        // If a holder of users:admin sends the same password again, it becomes trusted, which is a change.
        ...(canManageAdministrators(caller) ? { passwordTrusted: true } : {}),
      });
    }
  }

  /**
   * Converts import records to columns and parts, with defaults for missing fields. A missing password, creation date
   * or list of vouchers leaves the stored one unchanged.
   * @throws the errors of `UserPartsService.resolveParts`, with pointers into the create body
   */
  async resolveRecords(records: readonly UserImportDto[]): Promise<ResolvedUserImportRecord[]> {
    const groupIds = await this.credentials.resolveGroupIds(records.map(({ group }) => group));
    const parts = await this.parts.resolveParts(records.map(toPartsInput));
    return records.map((record, at) => ({
      pId: record.pId,
      columns: Object.assign(
        toImportedColumns(record, groupIds[at] as number),
        this.passwordColumns.get(record),
      ),
      parts: parts[at] as ResolvedUserParts,
    }));
  }

  /** Returns the stored users with the pIds of the records. */
  async listStoredUsers(
    resolvedRecords: readonly ResolvedUserImportRecord[],
  ): Promise<StoredUserImportRecord[]> {
    const recordByPId = new Map(resolvedRecords.map((state) => [state.pId, state]));
    const users = await this.dataAccess.loader.listWhere(
      User,
      [whereIn('pId', [...recordByPId.keys()])],
      toComparisonPlan(resolvedRecords),
    );
    const { defaultLanguage } = this.configuration;
    return users.map((user) =>
      toStoredUserImportRecord(
        user,
        recordByPId.get(user.pId) as ResolvedUserImportRecord,
        defaultLanguage,
      ),
    );
  }
}

function toPartsInput({
  pId,
  addressBook,
  customTags,
  reverseChargeVat,
  supplier,
  userType,
  vouchers,
  wishlist,
}: UserImportDto) {
  const completeSupplier = supplier && { logo: '', items: [], ...supplier };
  return {
    pId,
    addressBook,
    customTags,
    reverseChargeVat,
    supplier: completeSupplier,
    userType,
    vouchers,
    wishlist,
  };
}
