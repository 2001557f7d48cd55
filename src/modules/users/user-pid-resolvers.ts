import { Text } from '../../api';
import {
  type CompositeReference,
  createNaturalKeyResolver,
  createPidResolver,
} from '../../platform/data-transfer/imports';
import { UserGroup } from './groups/user-group.entity';
import { User } from './users/user.entity';
import { Voucher } from './vouchers/voucher.entity';

/** Resolve users and user groups by their pIds, as import records refer to them. */
export const userPidResolver = createPidResolver('user', User);
export const userGroupPidResolver = createPidResolver('userGroup', UserGroup);

class VoucherNameDto {
  @Text({ max: 100 })
  code!: string;
}

/** A voucher, named by its code. */
export const voucherReference: CompositeReference<VoucherNameDto> = {
  dto: VoucherNameDto,
  toKey: ({ code }) => code,
  toDto: (code) => ({ code }),
  resolver: createNaturalKeyResolver('voucher', Voucher, 'code'),
};
