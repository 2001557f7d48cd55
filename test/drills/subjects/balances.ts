import type { Client } from '../client';
import type { FinalState } from '../final-state';
import { filterByKind, toOutcome, findRepeated, type SentRequest } from '../sent-request';
import type { Subject } from '../subject';

/** Reward points; the comment of a movement is the mark of its request. */
export interface RewardPointsRecord {
  readonly BALANCE: number;
  readonly MOVEMENTS: readonly { readonly COMMENT: string; readonly POINTS: number }[];
}

/** A voucher with the sum of its movements, and of what orders have spent of it. */
export interface VoucherBalance {
  readonly code: string;
  readonly balance: number;
  readonly moved: number;
  readonly spent: number;
}

interface State {
  readonly points: RewardPointsRecord;
  readonly vouchers: readonly VoucherBalance[];
}

const USER = 'ada';
const VOUCHER_COUNT = 4;
const INITIAL_BALANCE = 100;

/** The codes of the vouchers that orders are paid with. */
export const voucherCodes = Array.from({ length: VOUCHER_COUNT }, (_, at) => `GIFT-${at}`);

/** Balances that many draw on: reward points of a user, and vouchers that moved orders spend. */
export class Balances implements Subject<State> {
  readonly name = 'balances';
  readonly lines = [
    { type: 'userGroup', pId: 'customers', name: 'Customers' },
    {
      ...{ type: 'user', pId: USER, email: 'ada@example.com', languageCode: 'en' },
      group: { pId: 'customers' },
      addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' }],
      vouchers: voucherCodes.map((code) => ({
        ...{ code, availableBalance: INITIAL_BALANCE, currencyId: 978 },
      })),
    },
    ...[
      ['SPEND_VOUCHERS', 2],
      ['RELEASE_VOUCHERS', -11],
    ].map(([action, status]) => ({
      ...{ type: 'statusAction', pId: String(action), document: 'order', status, action },
    })),
  ];
  private path?: string;

  async act(client: Client): Promise<void> {
    this.path ??= await this.find(client);
    if (this.path === undefined) return;
    const mark = client.mark();
    const points = client.dice.chance(0.5)
      ? client.dice.between(1, 10)
      : -client.dice.between(1, 10);
    await client.send({
      ...{ kind: 'points.move', about: String(points), mark, method: 'POST', path: this.path },
      body: { rewardPoints: { points, comment: mark } },
    });
  }

  async read(final: FinalState): Promise<State> {
    const { ID } = await final.get<{ ID: number }>(`/users/getId/${USER}`);
    const { REWARDPOINTS } = await final.get<{ REWARDPOINTS: RewardPointsRecord }>(
      `/users/${ID}/rewardPoints`,
    );
    const vouchers = await final.sql<VoucherBalance>(
      `SELECT v.code AS code, v.available_balance AS balance,
       (SELECT CAST(COALESCE(SUM(m.amount), 0) AS SIGNED) FROM voucher_movements m WHERE m.voucher_id = v.id) AS moved,
       (SELECT CAST(COALESCE(SUM(p.amount), 0) AS SIGNED) FROM document_vouchers p JOIN documents d ON d.id = p.document_id
        WHERE p.voucher_id = v.id AND p.balance_processed = 1 AND d.type = 1) AS spent
       FROM vouchers v`,
    );
    return { points: REWARDPOINTS, vouchers };
  }

  check(sent: readonly SentRequest[], { points, vouchers }: State): string[] {
    return [...checkPoints(sent, points), ...vouchers.flatMap(checkVoucher)];
  }

  private async find(client: Client): Promise<string | undefined> {
    const found = await client.get<{ ID: number }>(`/users/getId/${USER}`);
    return found && `/users/${found.ID}/rewardPoints`;
  }
}

function checkPoints(
  sent: readonly SentRequest[],
  { BALANCE, MOVEMENTS }: RewardPointsRecord,
): string[] {
  const found: string[] = [];
  const sum = MOVEMENTS.reduce((all, { POINTS }) => all + POINTS, 0);
  if (sum !== BALANCE || BALANCE < 0)
    found.push(`the balance is ${BALANCE}, its movements sum up to ${sum}`);
  for (const mark of findRepeated(MOVEMENTS.map(({ COMMENT }) => COMMENT)))
    found.push(`points of request ${mark} were moved twice`);
  const byMark = new Map(MOVEMENTS.map((one) => [one.COMMENT, one.POINTS]));
  for (const one of filterByKind(sent, 'points.move')) {
    const points = byMark.get(one.mark);
    const outcome = toOutcome(one);
    if (outcome === 'refused' && points !== undefined)
      found.push(`points of request ${one.mark} were refused and are moved`);
    if (outcome === 'done' && points !== Number(one.about))
      found.push(`points of request ${one.mark} were answered and are lost`);
  }
  return found;
}

function checkVoucher({ code, balance, moved, spent }: VoucherBalance): string[] {
  const isRight = balance >= 0 && balance === moved;
  if (!isRight) return [`voucher ${code} has ${balance}, its movements sum up to ${moved}`];
  // Amounts are stored in ten-thousandths.
  const left = INITIAL_BALANCE * 10_000 - spent;
  return balance === left
    ? []
    : [`voucher ${code} has ${balance}, and by the orders that have spent it ${left}`];
}
