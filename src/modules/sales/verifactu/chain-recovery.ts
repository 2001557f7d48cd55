import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { is, isAtMost, DataAccess } from '../../../database';
import { NumberSeries } from '../documents/numbers/number-series.entity';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import {
  type ChainHighWaterMark,
  ChainHighWaterMarks,
  type SeriesHighWaterMark,
} from './chain-high-water-marks';
import { Chains } from './chains';

const chainPlan = createLoadPlan(VerifactuChain, ['mode', 'installation']);

/** A chain that was closed, and its successor. */
export interface RestoredChain {
  readonly mode: string;
  readonly closedInstallation: string;
  readonly installation: string;
}

/** Goes on after a database was restored from a backup. */
@Injectable()
export class ChainRecovery {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly chains: Chains,
    private readonly marks: ChainHighWaterMarks,
  ) {}

  /**
   * Closes the open chains of a tax number, and opens new ones with installation numbers of their own. Series go on
   * behind the numbers that the marks name, so that none is used twice.
   * @throws NotFound for a tax number without a chain
   */
  async replaceOpenChains(taxNumber: string): Promise<RestoredChain[]> {
    await this.marks.load();
    const { unitOfWork, loader, writer } = this.dataAccess;
    const restored = await unitOfWork.run(async () => {
      // Locks are taken series, then chain.
      const marks = this.marks.listByTaxNumber(taxNumber);
      for (const one of marks.flatMap(({ series }) => series)) await this.raiseSeries(one);
      const open = [is('taxNumber', taxNumber), is('isOpen', 1)];
      const found = await loader.listWhere(VerifactuChain, open, chainPlan);
      if (found.length === 0) throw new NotFound({ resource: 'verifactu chain', id: taxNumber });
      await writer.lock(
        VerifactuChain,
        found.map(({ id }) => id),
      );
      const successors: RestoredChain[] = [];
      for (const { id, mode, installation: closedInstallation } of found) {
        await writer.update(VerifactuChain, id, { isOpen: null });
        for (const one of marks) if (one.mode === mode) await this.addLostChain(one);
        const next = this.chains.createChainColumns(taxNumber, mode);
        await writer.insert(VerifactuChain, [next]);
        successors.push({ mode, closedInstallation, installation: next.installation });
      }
      return successors;
    });
    for (const { mode, installation } of restored) {
      const head = { sequence: 0, hash: '', series: [] };
      this.marks.advance({
        taxNumber,
        mode: mode as ChainHighWaterMark['mode'],
        installation,
        ...head,
      });
    }
    await this.marks.flush();
    return restored;
  }

  /** Adds the chain of an installation that was lost, so that its marks are known. */
  private async addLostChain({ taxNumber, mode, installation }: ChainHighWaterMark): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const known = await loader.listIds(VerifactuChain, [is('installation', installation)]);
    if (known.length > 0) return;
    const lost = { ...this.chains.createChainColumns(taxNumber, mode), installation, isOpen: null };
    await writer.insert(VerifactuChain, [lost]);
  }

  private async raiseSeries({
    type,
    headquarterId,
    year,
    last,
  }: SeriesHighWaterMark): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const key = [is('type', type), is('headquarterId', headquarterId), is('year', year)];
    const [id] = await loader.listIds(NumberSeries, key);
    if (id === undefined) await writer.insert(NumberSeries, [{ type, headquarterId, year, last }]);
    else await writer.update(NumberSeries, [is('id', id), isAtMost('last', last)], { last });
  }
}
