import { Injectable } from '@nestjs/common';
import { Configuration, ConfigurationError } from '../../../config/configuration';
import { Clock } from '../../../core/clock';
import { type DomainError, NotFound } from '../../../core/errors';
import { yearInZone } from '../../../core/instant';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { isValidVatNumber } from '../../../core/vat-numbers';
import { is, isNotNull, DataAccess } from '../../../database';
import { Headquarter, HeadquarterCheck, type ImportedHeadquarter } from '../../../platform/catalog';
import { DocumentNumbers } from '../documents/numbers/document-numbers';
import { getSeriesFormat } from '../documents/numbers/series-format';
import type { ActiveVerifactuMode, VerifactuMode } from './entities/verifactu-chain.entity';
import { Chains, PRODUCER_MISSING_REASON } from './chains';
import { MessageScheduler } from './message-scheduler';
import { findSeriesProblem, type NamedSeries } from './series-rules';
import { toTaxNumber } from './tax-number';
import { VerifactuModeFixed, VerifactuNotReady } from './verifactu-errors';

const headquarterPlan = createLoadPlan(Headquarter, [
  'pId',
  'vat',
  'countryCode',
  'series',
  'verifactu',
]);

type LoadedHeadquarter = Loaded<typeof headquarterPlan>;

/** Kinds of documents with invoicing records, which share the numbers of a tax number. */
const recordedKinds = ['invoice', 'simplifiedInvoice', 'creditNote'] as const;

const seriesNames: Readonly<Record<(typeof recordedKinds)[number], string>> = {
  invoice: 'of invoices',
  simplifiedInvoice: 'of simplified invoices',
  creditNote: 'of credit notes',
};

/** Sets how the invoicing records of headquarters are kept. */
@Injectable()
@HeadquarterCheck()
export class VerifactuModeService implements HeadquarterCheck {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly configuration: Configuration,
    private readonly numbers: DocumentNumbers,
    private readonly chains: Chains,
    private readonly scheduling: MessageScheduler,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the mode of a headquarter, in a unit of work. Until it ends, no document of it is issued.
   * @param options.isOperator whether the command line asks for it, which alone may leave `on`
   * @throws VerifactuModeFixed, VerifactuNotReady
   */
  async change(
    headquarterId: number,
    mode: VerifactuMode,
    { isOperator }: { readonly isOperator: boolean },
  ): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const now = this.clock.now();
    await this.numbers.lockSeries(recordedKinds, headquarterId, now);
    const [headquarter] = await loader.listByIds(Headquarter, [headquarterId], headquarterPlan);
    if (!headquarter) return;
    const from = headquarter.verifactu ?? 'off';
    if (from === mode) return;
    if (from === 'on' && !isOperator) throw new VerifactuModeFixed({ from, to: mode });
    if (mode !== 'off') await this.activate(headquarter, mode);
    await writer.update(Headquarter, headquarterId, { verifactu: mode === 'off' ? null : mode });
  }

  /** Changes the mode of a headquarter from the command line. @throws NotFound and as `change` does */
  async changeByPId(pId: string, mode: VerifactuMode): Promise<void> {
    const [id] = await this.dataAccess.loader.listIds(Headquarter, [is('pId', pId)]);
    if (id === undefined) throw new NotFound({ resource: 'headquarter', id: pId });
    await this.dataAccess.unitOfWork.run(() => this.change(id, mode, { isOperator: true }));
  }

  /**
   * Checks the modes at the start of the server, and sends pending records that were imported. Commands don't call it,
   * because they correct problems.
   * @throws ConfigurationError while headquarters with records can't issue documents
   */
  async checkAndResumeSending(): Promise<void> {
    const problem = await this.findProblem();
    if (problem === undefined) return this.resumeSending();
    throw new ConfigurationError(
      `Veri*factu: ${problem} Correct the settings, import the corrected headquarter by \`cli import\`, or run ` +
        '`cli verifactu mode HEADQUARTER off`.',
    );
  }

  /**
   * Returns why the headquarters with records can't issue documents; undefined if they can.
   * @param changed headquarters in place of the stored ones with the same ids
   */
  async findProblem(changed: readonly LoadedHeadquarter[] = []): Promise<string | undefined> {
    const stored = await this.listActive();
    const ids = new Set(changed.map(({ id }) => id));
    const active = [...stored.filter(({ id }) => !ids.has(id)), ...changed];
    if (active.length === 0) return undefined;
    const { verifactuProducerName, verifactuProducerTaxId, verifactuSystemId } = this.configuration;
    if (!verifactuProducerName || !verifactuProducerTaxId || !verifactuSystemId)
      return PRODUCER_MISSING_REASON;
    const byNumber = new Map<string, LoadedHeadquarter[]>();
    for (const one of active) {
      const taxNumber = toTaxNumber(one.vat);
      if (taxNumber === undefined)
        return `${describe(one)} has no Spanish tax number: ${JSON.stringify(one.vat)}.`;
      byNumber.set(taxNumber, [...(byNumber.get(taxNumber) ?? []), one]);
    }
    for (const headquarters of byNumber.values()) {
      const problem = findSeriesProblem(headquarters.flatMap((one) => this.listSeries(one)));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** A headquarter with records keeps its tax number, and series that no other one has. */
  async findChangeError(
    id: number,
    changed: ImportedHeadquarter,
  ): Promise<DomainError | undefined> {
    const [stored] = await this.dataAccess.loader.listByIds(Headquarter, [id], headquarterPlan);
    if (!stored?.verifactu) return undefined;
    if (toTaxNumber(changed.vat) !== toTaxNumber(stored.vat)) {
      const reason = `${describe(stored)} has invoicing records, so its VAT number can't change.`;
      return new VerifactuNotReady({ reason, pointer: '/vat' });
    }
    const reason = await this.findProblem([{ ...stored, ...changed, id }]);
    return reason === undefined ? undefined : new VerifactuNotReady({ reason, pointer: '/series' });
  }

  private async resumeSending(): Promise<void> {
    for (const { vat, verifactu } of await this.listActive()) {
      const taxNumber = toTaxNumber(vat);
      if (taxNumber && verifactu) await this.scheduling.resume(taxNumber, verifactu);
    }
  }

  private listActive(): Promise<LoadedHeadquarter[]> {
    return this.dataAccess.loader.listWhere(Headquarter, [isNotNull('verifactu')], headquarterPlan);
  }

  /** @throws VerifactuNotReady */
  private async activate(headquarter: LoadedHeadquarter, mode: ActiveVerifactuMode): Promise<void> {
    const taxNumber = toTaxNumber(headquarter.vat) ?? '';
    const isSpanish = headquarter.countryCode === 'ES';
    const isValid = isSpanish && taxNumber !== '' && (await isValidVatNumber(`ES${taxNumber}`));
    const reason = isValid
      ? await this.findProblem([{ ...headquarter, verifactu: mode }])
      : `${describe(headquarter)} needs the country ES and a valid Spanish tax number as its VAT number.`;
    if (reason !== undefined) throw new VerifactuNotReady({ reason, pointer: '/headquarter' });
    await this.chains.ensureOpen(taxNumber, mode);
    await this.scheduling.resume(taxNumber, mode);
  }

  private listSeries(headquarter: LoadedHeadquarter): NamedSeries[] {
    const year = yearInZone(this.clock.now(), this.configuration.storeTimeZone);
    return recordedKinds.map((kind) => ({
      ...getSeriesFormat(kind, headquarter, year),
      name: `The series ${seriesNames[kind]} of ${describe(headquarter)}`,
    }));
  }
}

function describe({ pId }: Pick<LoadedHeadquarter, 'pId'>): string {
  return `the headquarter ${JSON.stringify(pId)}`;
}
