import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import type { Loader } from '../../../database';
import { Headquarter } from '../../../platform/catalog';
import type { RecordingVerifactuMode } from './entities/verifactu-chain.entity';
import { findSpanishTaxNumber } from './tax-number';
import { VerifactuNotReady } from './verifactu-errors';

const issuerPlan = createLoadPlan(Headquarter, ['name', 'legalName', 'vat', 'verifactu']);

/** A headquarter whose documents have invoicing records. */
export interface InvoiceIssuer {
  readonly taxNumber: string;
  readonly name: string;
  readonly mode: RecordingVerifactuMode;
}

/**
 * Finds the issuers of headquarters whose documents have invoicing records, by the headquarters' ids.
 * @throws VerifactuNotReady for a headquarter without a Spanish tax number
 */
export async function findInvoiceIssuers(
  loader: Loader,
  headquarterIds: readonly number[],
): Promise<Map<number, InvoiceIssuer>> {
  const ids = [...new Set(headquarterIds)].filter((id) => id !== 0);
  const found = await loader.listByIds(Headquarter, ids, issuerPlan);
  return new Map(
    found.flatMap((one): [number, InvoiceIssuer][] => {
      const issuer = toIssuer(one);
      return issuer ? [[one.id, issuer]] : [];
    }),
  );
}

function toIssuer(headquarter: Loaded<typeof issuerPlan>): InvoiceIssuer | undefined {
  const { verifactu: mode, vat, legalName, name } = headquarter;
  if (!mode) return undefined;
  const taxNumber = findSpanishTaxNumber(vat);
  if (taxNumber === undefined) {
    throw new VerifactuNotReady({
      reason: `The VAT number ${JSON.stringify(vat)} of the headquarter is not a Spanish tax number.`,
    });
  }
  return { taxNumber, name: legalName ?? name, mode };
}
