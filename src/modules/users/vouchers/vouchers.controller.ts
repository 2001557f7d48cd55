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
import type { RecordPlan } from '../../../core/load-plan';
import type { Voucher } from './voucher.entity';
import { CreateVoucherDto, UpdateVoucherDto } from './voucher.dto';
import { voucherRecord } from './voucher.record';
import { CurrencyMismatch, VoucherCodeTaken, VouchersService } from './vouchers.service';
import { usersOpenApiTag } from '../users.openapi-tag';

const vouchersResponse = collectionResponse('VOUCHERS', voucherRecord);

/** Vouchers of users (specification, Users). */
@ApiController('users', { area: 'users', openApiTag: usersOpenApiTag })
export class VouchersController {
  constructor(private readonly vouchers: VouchersService) {}

  @Read('vouchers/:id', {
    summary: 'Read a voucher',
    description: 'Returns one voucher by its own id: code, balance, currency and expiration date.',
    returns: voucherRecord,
  })
  getUserVoucher(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<Voucher>) {
    return this.vouchers.get(id, plan);
  }

  @Update('vouchers/:id', {
    summary: 'Change a voucher',
    description: `${partialUpdateDescription} A new balance is recorded as a movement of the difference. Number and code of the currency must match; an empty \`code\` generates a new random code.`,
    returns: voucherRecord,
    errors: [CurrencyMismatch, VoucherCodeTaken, PidTaken],
  })
  async updateUserVoucher(
    @PathParams() { id }: IdPath,
    @RequestBody('vouchers') body: UpdateVoucherDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<Voucher>,
  ) {
    await this.vouchers.update(id, body, caller);
    return this.vouchers.get(id, plan);
  }

  @Remove('vouchers/:id', {
    summary: 'Delete a voucher',
    description:
      "Deletes the voucher, which then can't be redeemed any more. Orders that were paid with it keep their records. " +
      "The user's `LASTUSED` is updated.",
  })
  removeUserVoucher(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.vouchers.remove(id, caller);
  }

  @Read(':id/vouchers', {
    summary: 'List the vouchers of a user',
    description: 'Returns all vouchers with codes, balances and expiration dates, oldest first.',
    returns: vouchersResponse,
  })
  listUserVouchers(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<Voucher>) {
    return this.vouchers.list(id, plan);
  }

  @Create(':id/vouchers', {
    summary: 'Create a voucher for a user',
    description:
      'Creates a voucher, with a random code if none is sent. A code that any user has is rejected with 409. The ' +
      "balance is its first movement; the user's `LASTUSED` is updated.",
    returns: voucherRecord,
    errors: [NotFound, VoucherCodeTaken, PidTaken],
  })
  async createUserVoucher(
    @PathParams() { id }: IdPath,
    @RequestBody('vouchers') body: CreateVoucherDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<Voucher>,
  ) {
    const voucher = await this.vouchers.create(id, body, caller);
    return this.vouchers.get(voucher.id, plan);
  }

  @Remove(':id/vouchers', {
    summary: 'Delete all vouchers of a user',
    description:
      "Deletes the vouchers, which then can't be redeemed any more, and returns an empty list. Orders that were paid with " +
      "them keep their records. The user's `LASTUSED` is updated.",
    returns: vouchersResponse,
  })
  removeUserVouchers(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.vouchers.removeAll(id, caller);
  }
}
