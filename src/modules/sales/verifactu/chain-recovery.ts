import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { whereEquals, whereAtMost, DataAccess } from '../../../database';
import { NumberSeries } from '../documents/numbers/number-series.entity';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import {
  type ChainHighWaterMark,
  ChainHighWaterMarks,
  type SeriesHighWaterMark,
} from './chain-high-water-marks';
import { VerifactuChainsService } from './verifactu-chains.service';

const chainPlan = createLoadPlan(VerifactuChain, ['mode', 'installation']);

/** A chain that was closed, and its successor. */
export interface ReplacedChain {
  readonly mode: string;
  readonly closedInstallation: string;
  readonly installation: string;
}

/** Replaces the chains of a tax number after the database was restored from a backup. */
@Injectable()
export class ChainRecovery {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly chains: VerifactuChainsService,
    private readonly marks: ChainHighWaterMarks,
  ) {}

  /**
   * Closes the open chains of a tax number, and opens new ones with installation numbers of their own. Series go on
   * behind the numbers that the marks name, so that none is used twice.
   * @throws NotFound for a tax number without a chain
   */
  async replaceOpenChains(taxNumber: string): Promise<ReplacedChain[]> {
    await this.marks.load();
    const { unitOfWork, loader, writer } = this.dataAccess;
    const replacedChains = await unitOfWork.run(async () => {
      // Lock order, as for issued documents: series, then chain.
      const marks = this.marks.listByTaxNumber(taxNumber);
      for (const one of marks.flatMap(({ series }) => series)) await this.raiseSeriesNumber(one);
      const openChainConditions = [whereEquals('taxNumber', taxNumber), whereEquals('isOpen', 1)];
      const openChains = await loader.listWhere(VerifactuChain, openChainConditions, chainPlan);
      if (openChains.length === 0)
        throw new NotFound({ resource: 'verifactu chain', id: taxNumber });
      await writer.lock(
        VerifactuChain,
        openChains.map(({ id }) => id),
      );
      const successors: ReplacedChain[] = [];
      for (const { id, mode, installation: closedInstallation } of openChains) {
        await writer.update(VerifactuChain, id, { isOpen: null });
        for (const one of marks) if (one.mode === mode) await this.addLostChain(one);
        const successorColumns = this.chains.createChainColumns(taxNumber, mode);
        await writer.insert(VerifactuChain, [successorColumns]);
        successors.push({ mode, closedInstallation, installation: successorColumns.installation });
      }
      return successors;
    });
    for (const { mode, installation } of replacedChains) {
      const emptyChainState = { sequence: 0, hash: '', series: [] };
      this.marks.advance({
        taxNumber,
        mode: mode as ChainHighWaterMark['mode'],
        installation,
        ...emptyChainState,
      });
    }
    await this.marks.flush();
    return replacedChains;
  }

  /** Adds the chain of an installation that was lost, so that its marks are known. */
  private async addLostChain({ taxNumber, mode, installation }: ChainHighWaterMark): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const known = await loader.listIds(VerifactuChain, [whereEquals('installation', installation)]);
    if (known.length > 0) return;
    const lost = { ...this.chains.createChainColumns(taxNumber, mode), installation, isOpen: null };
    await writer.insert(VerifactuChain, [lost]);
  }

  private async raiseSeriesNumber({
    type,
    headquarterId,
    year,
    last,
  }: SeriesHighWaterMark): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const seriesConditions = [
      whereEquals('type', type),
      whereEquals('headquarterId', headquarterId),
      whereEquals('year', year),
    ];
    const [id] = await loader.listIds(NumberSeries, seriesConditions);
    if (id === undefined) await writer.insert(NumberSeries, [{ type, headquarterId, year, last }]);
    else
      await writer.update(NumberSeries, [whereEquals('id', id), whereAtMost('last', last)], {
        last,
      });
  }
}
