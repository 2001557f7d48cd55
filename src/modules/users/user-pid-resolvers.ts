import { Text } from '../../api';
import {
  type CompositeReference,
  createNameResolver,
  createPidResolver,
} from '../../platform/data-transfer/imports';
import { UserGroup } from './groups/user-group.entity';
import { User } from './users/user.entity';
import { Voucher } from './vouchers/voucher.entity';

/** Resolves users and user groups by the names that import records use. */
export const userPidResolver = createPidResolver('user', User);
export const userGroupPidResolver = createPidResolver('userGroup', UserGroup);

class VoucherNameDto {
  @Text({ max: 100 })
  code!: string;
}

/** A voucher, named by its code. */
export const voucherCompositeName: CompositeReference<VoucherNameDto> = {
  dto: VoucherNameDto,
  toKey: ({ code }) => code,
  toDto: (code) => ({ code }),
  resolver: createNameResolver('voucher', Voucher, 'code'),
};
