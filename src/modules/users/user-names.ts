import { Text } from '../../api';
import { createLoadPlan } from '../../core/load-plan';
import { isOneOf } from '../../database';
import { type CompositeName, createPidResolver } from '../../platform/data-transfer/imports';
import { UserGroup } from './groups/user-group.entity';
import { User } from './users/user.entity';
import { Voucher } from './vouchers/voucher.entity';

/** Resolves users and user groups by the names that import records use. */
export const userNames = createPidResolver('user', User);
export const userGroupNames = createPidResolver('userGroup', UserGroup);

class VoucherNameDto {
  @Text({ max: 100 })
  code!: string;
}

const codePlan = createLoadPlan(Voucher, ['code']);

/** A voucher, named by its code. */
export const voucherNames: CompositeName<VoucherNameDto> = {
  dto: VoucherNameDto,
  toKey: ({ code }) => code,
  toDto: (code) => ({ code }),
  resolver: {
    name: 'voucher',
    findNames: async (loader, ids) =>
      new Map((await loader.listByIds(Voucher, ids, codePlan)).map(({ id, code }) => [id, code])),
    findIds: async (loader, codes) => {
      const found = await loader.listWhere(Voucher, [isOneOf('code', codes)], codePlan);
      return new Map(found.map(({ id, code }) => [code, id]));
    },
  },
};
