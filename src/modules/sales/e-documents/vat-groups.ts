import { sumAmounts, type TenThousandths } from '../../../core/money';
import { mergeVatClasses, toVatClassKey, type VatClass } from './vat-classes';

/** Amounts of a document with the same category and rate. */
export interface VatGroup {
  vat: VatClass;
  /** Base with all decimals of the document. */
  base: TenThousandths;
  /** Sum of the rounded lines, allowances and charges. */
  roundedSum: TenThousandths;
  /** Share of the discounts of the whole document. */
  discountShare: TenThousandths;
}

/** Amounts to add to the group of a category and rate. */
interface AddedAmounts extends Readonly<Pick<VatGroup, 'base' | 'roundedSum'>> {
  /** 0 by default. */
  readonly discountShare?: TenThousandths;
}

/** Sums amounts by category and rate, in the order of first appearance. */
export class VatGroups {
  private readonly byKey = new Map<string, VatGroup>();

  add(vat: VatClass, { base, roundedSum, discountShare = 0 }: AddedAmounts): void {
    const group = this.byKey.get(toVatClassKey(vat));
    if (!group) this.byKey.set(toVatClassKey(vat), { vat, base, roundedSum, discountShare });
    else {
      group.vat = mergeVatClasses(group.vat, vat);
      group.base = sumAmounts([group.base, base]);
      group.roundedSum = sumAmounts([group.roundedSum, roundedSum]);
      group.discountShare = sumAmounts([group.discountShare, discountShare]);
    }
  }

  has(vat: VatClass): boolean {
    return this.byKey.has(toVatClassKey(vat));
  }

  get all(): VatGroup[] {
    return [...this.byKey.values()];
  }
}
