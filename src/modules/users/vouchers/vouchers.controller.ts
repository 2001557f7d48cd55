import {
  ApiController,
  Body,
  Create,
  IdPath,
  Path,
  Plan,
  Read,
  Remove,
  Update,
  collection,
  changesWhatIsSent,
} from '../../../api';
import { NotFound, PidTaken } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import { CreateVoucherDto, UpdateVoucherDto } from './voucher.dto';
import { voucherRecord } from './voucher.record';
import { CurrencyMismatch, VoucherCodeTaken, VouchersService } from './vouchers.service';
import { usersHeading } from '../users.heading';

const vouchers = collection('VOUCHERS', voucherRecord);

/** Specification, Users: the vouchers of a user. */
@ApiController('users', { area: 'users', heading: usersHeading })
export class VouchersController {
  constructor(private readonly vouchers: VouchersService) {}

  @Read('vouchers/:id', { summary: 'Read a voucher', returns: voucherRecord })
  getUserVoucher(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.vouchers.get(id, plan);
  }

  @Update('vouchers/:id', {
    summary: 'Change a voucher',
    description: changesWhatIsSent,
    returns: voucherRecord,
    errors: [CurrencyMismatch, VoucherCodeTaken, PidTaken],
  })
  updateUserVoucher(
    @Path() { id }: IdPath,
    @Body('vouchers') body: UpdateVoucherDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.vouchers.update(id, body, plan);
  }

  @Remove('vouchers/:id', { summary: 'Delete a voucher' })
  removeUserVoucher(@Path() { id }: IdPath) {
    return this.vouchers.remove(id);
  }

  @Read(':id/vouchers', { summary: 'List the vouchers of a user', returns: vouchers })
  listUserVouchers(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.vouchers.list(id, plan);
  }

  @Create(':id/vouchers', {
    summary: 'Create a voucher for a user',
    returns: voucherRecord,
    errors: [NotFound, VoucherCodeTaken, PidTaken],
  })
  createUserVoucher(
    @Path() { id }: IdPath,
    @Body('vouchers') body: CreateVoucherDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.vouchers.create(id, body, plan);
  }

  @Remove(':id/vouchers', { summary: 'Delete all vouchers of a user', returns: vouchers })
  removeUserVouchers(@Path() { id }: IdPath) {
    return this.vouchers.clear(id);
  }
}
