import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  Read,
  Remove,
  Update,
  collectionResponse,
  partialUpdateDescription,
} from '../../../api';
import { NotFound, PidTaken } from '../../../core/errors';
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import type { Voucher } from './voucher.entity';
import { CreateVoucherDto, UpdateVoucherDto } from './voucher.dto';
import { voucherRecord } from './voucher.record';
import { CurrencyMismatch, VoucherCodeTaken, VouchersService } from './vouchers.service';
import { usersOpenApiTag } from '../users.openapi-tag';

const vouchersResponse = collectionResponse('VOUCHERS', voucherRecord);

/** Specification, Users: the vouchers of a user. */
@ApiController('users', { area: 'users', heading: usersOpenApiTag })
export class VouchersController {
  constructor(
    private readonly vouchers: VouchersService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read('vouchers/:id', {
    summary: 'Read a voucher',
    description: 'One voucher by its own id: code, balance, currency and end.',
    returns: voucherRecord,
  })
  getUserVoucher(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<Voucher>) {
    return this.vouchers.get(id, plan);
  }

  @Update('vouchers/:id', {
    summary: 'Change a voucher',
    description: `${partialUpdateDescription} A balance that is sent is written as a movement of the difference. Number and code of the currency must agree; an empty \`code\` gives it another one at random.`,
    returns: voucherRecord,
    errors: [CurrencyMismatch, VoucherCodeTaken, PidTaken],
  })
  updateUserVoucher(
    @PathParams() { id }: IdPath,
    @RequestBody('vouchers') body: UpdateVoucherDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<Voucher>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.vouchers.update(id, body, caller);
      return this.vouchers.get(id, plan);
    });
  }

  @Remove('vouchers/:id', {
    summary: 'Delete a voucher',
    description:
      "It can't be redeemed any more; orders that were paid by it keep what they recorded. " +
      '`LASTUSED` of the user moves.',
  })
  removeUserVoucher(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.vouchers.remove(id, caller);
  }

  @Read(':id/vouchers', {
    summary: 'List the vouchers of a user',
    description: 'All vouchers with codes, balances and ends, the oldest first.',
    returns: vouchersResponse,
  })
  listUserVouchers(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<Voucher>) {
    return this.vouchers.list(id, plan);
  }

  @Create(':id/vouchers', {
    summary: 'Create a voucher for a user',
    description:
      'Without a code it gets one at random; a code that any user has is refused with 409. The ' +
      'balance is its first movement; `LASTUSED` of the user moves.',
    returns: voucherRecord,
    errors: [NotFound, VoucherCodeTaken, PidTaken],
  })
  createUserVoucher(
    @PathParams() { id }: IdPath,
    @RequestBody('vouchers') body: CreateVoucherDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<Voucher>,
  ) {
    return this.unitOfWork.run(async () => {
      const voucher = await this.vouchers.create(id, body, caller);
      return this.vouchers.get(voucher.id, plan);
    });
  }

  @Remove(':id/vouchers', {
    summary: 'Delete all vouchers of a user',
    description:
      "They can't be redeemed any more; orders that were paid by them keep what they recorded. " +
      '`LASTUSED` of the user moves; answers the vouchers that are left: none.',
    returns: vouchersResponse,
  })
  removeUserVouchers(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.vouchers.clear(id, caller);
  }
}
