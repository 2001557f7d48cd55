import { Injectable } from '@nestjs/common';
import { Configuration, ConfigurationError } from '../../../config/configuration';
import { Clock } from '../../../core/clock';
import { type DomainError, NotFound } from '../../../core/errors';
import { getYearInZone } from '../../../core/instant';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { isValidVatNumber } from '../../../core/vat-numbers';
import { whereEquals, whereNotNull, DataAccess } from '../../../database';
import { Headquarter, HeadquarterCheck, type ImportedHeadquarter } from '../../../platform/catalog';
import { DocumentNumbers } from '../documents/numbers/document-numbers';
import { getSeriesFormat } from '../documents/numbers/series-format';
import type { RecordingVerifactuMode, VerifactuMode } from './entities/verifactu-chain.entity';
import { VerifactuChainsService, PRODUCER_MISSING_REASON } from './verifactu-chains.service';
import { RecordSendingScheduler } from './record-sending-scheduler';
import { findSeriesProblem, type NamedSeriesFormat } from './series-rules';
import { findSpanishTaxNumber } from './tax-number';
import { VerifactuModeChangeRefused, VerifactuNotReady } from './verifactu-errors';

const headquarterPlan = createLoadPlan(Headquarter, [
  'pId',
  'vat',
  'countryCode',
  'series',
  'verifactu',
]);

type LoadedHeadquarter = Loaded<typeof headquarterPlan>;

/** Series of documents with invoicing records. Those of one tax number must not have the same numbers. */
const recordedSeriesKinds = ['invoice', 'simplifiedInvoice', 'creditNote'] as const;

const seriesDescriptions: Readonly<Record<(typeof recordedSeriesKinds)[number], string>> = {
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
    private readonly documentNumbers: DocumentNumbers,
    private readonly chains: VerifactuChainsService,
    private readonly recordSendingScheduler: RecordSendingScheduler,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the mode of a headquarter, in a unit of work. Until it ends, no document of it is issued.
   * @param options.isOperator whether the command line asks for it, which alone may leave `on`
   * @throws VerifactuModeChangeRefused, VerifactuNotReady
   */
  async changeMode(
    headquarterId: number,
    mode: VerifactuMode,
    { isOperator }: { readonly isOperator: boolean },
  ): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const now = this.clock.now();
    await this.documentNumbers.lockSeries(recordedSeriesKinds, headquarterId, now);
    const [headquarter] = await loader.listByIds(Headquarter, [headquarterId], headquarterPlan);
    if (!headquarter) return;
    const currentMode = headquarter.verifactu ?? 'off';
    if (currentMode === mode) return;
    if (currentMode === 'on' && !isOperator)
      throw new VerifactuModeChangeRefused({ from: currentMode, to: mode });
    if (mode !== 'off') await this.activate(headquarter, mode);
    await writer.update(Headquarter, headquarterId, { verifactu: mode === 'off' ? null : mode });
  }

  /** Changes the mode of a headquarter from the command line. @throws NotFound and as `changeMode` does */
  async changeByPId(pId: string, mode: VerifactuMode): Promise<void> {
    const [id] = await this.dataAccess.loader.listIds(Headquarter, [whereEquals('pId', pId)]);
    if (id === undefined) throw new NotFound({ resource: 'headquarter', id: pId });
    await this.dataAccess.unitOfWork.run(() => this.changeMode(id, mode, { isOperator: true }));
  }

  /**
   * Checks the modes at the start of the server, and sends pending records that were imported. Commands don't call it,
   * because they correct problems.
   * @throws ConfigurationError while headquarters with records can't issue documents
   */
  async checkAndResumeSending(): Promise<void> {
    const problem = await this.findConfigurationProblem();
    if (problem === undefined) return this.resumeSending();
    throw new ConfigurationError(
      `Veri*factu: ${problem} Correct the settings, import the corrected headquarter by \`cli import\`, or run ` +
        '`cli verifactu mode HEADQUARTER off`.',
    );
  }

  /**
   * Returns why the headquarters with records can't issue documents; undefined if they can.
   * @param replacements headquarters in place of the stored ones with the same ids
   */
  async findConfigurationProblem(
    replacements: readonly LoadedHeadquarter[] = [],
  ): Promise<string | undefined> {
    const storedHeadquarters = await this.listRecordingHeadquarters();
    const ids = new Set(replacements.map(({ id }) => id));
    const activeHeadquarters = [
      ...storedHeadquarters.filter(({ id }) => !ids.has(id)),
      ...replacements,
    ];
    if (activeHeadquarters.length === 0) return undefined;
    const { verifactuProducerName, verifactuProducerTaxId, verifactuSystemId } = this.configuration;
    if (!verifactuProducerName || !verifactuProducerTaxId || !verifactuSystemId)
      return PRODUCER_MISSING_REASON;
    const headquartersByTaxNumber = new Map<string, LoadedHeadquarter[]>();
    for (const one of activeHeadquarters) {
      const taxNumber = findSpanishTaxNumber(one.vat);
      if (taxNumber === undefined)
        return `${describeHeadquarter(one)} has no Spanish tax number: ${JSON.stringify(one.vat)}.`;
      headquartersByTaxNumber.set(taxNumber, [
        ...(headquartersByTaxNumber.get(taxNumber) ?? []),
        one,
      ]);
    }
    for (const headquarters of headquartersByTaxNumber.values()) {
      const problem = findSeriesProblem(headquarters.flatMap((one) => this.listSeriesFormats(one)));
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
    if (findSpanishTaxNumber(changed.vat) !== findSpanishTaxNumber(stored.vat)) {
      const reason = `${describeHeadquarter(stored)} has invoicing records, so its VAT number can't change.`;
      return new VerifactuNotReady({ reason, pointer: '/vat' });
    }
    const reason = await this.findConfigurationProblem([{ ...stored, ...changed, id }]);
    return reason === undefined ? undefined : new VerifactuNotReady({ reason, pointer: '/series' });
  }

  private async resumeSending(): Promise<void> {
    for (const { vat, verifactu } of await this.listRecordingHeadquarters()) {
      const taxNumber = findSpanishTaxNumber(vat);
      if (taxNumber && verifactu)
        await this.recordSendingScheduler.scheduleIdleChains(taxNumber, verifactu);
    }
  }

  private listRecordingHeadquarters(): Promise<LoadedHeadquarter[]> {
    return this.dataAccess.loader.listWhere(
      Headquarter,
      [whereNotNull('verifactu')],
      headquarterPlan,
    );
  }

  /** @throws VerifactuNotReady */
  private async activate(
    headquarter: LoadedHeadquarter,
    mode: RecordingVerifactuMode,
  ): Promise<void> {
    const taxNumber = findSpanishTaxNumber(headquarter.vat) ?? '';
    const isSpanish = headquarter.countryCode === 'ES';
    const isValid = isSpanish && taxNumber !== '' && (await isValidVatNumber(`ES${taxNumber}`));
    const reason = isValid
      ? await this.findConfigurationProblem([{ ...headquarter, verifactu: mode }])
      : `${describeHeadquarter(headquarter)} needs the country ES and a valid Spanish tax number as its VAT number.`;
    if (reason !== undefined) throw new VerifactuNotReady({ reason, pointer: '/headquarter' });
    await this.chains.ensureOpen(taxNumber, mode);
    await this.recordSendingScheduler.scheduleIdleChains(taxNumber, mode);
  }

  private listSeriesFormats(headquarter: LoadedHeadquarter): NamedSeriesFormat[] {
    const year = getYearInZone(this.clock.now(), this.configuration.storeTimeZone);
    return recordedSeriesKinds.map((kind) => ({
      ...getSeriesFormat(kind, headquarter, year),
      name: `The series ${seriesDescriptions[kind]} of ${describeHeadquarter(headquarter)}`,
    }));
  }
}

function describeHeadquarter({ pId }: Pick<LoadedHeadquarter, 'pId'>): string {
  return `the headquarter ${JSON.stringify(pId)}`;
}
