import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { is, isAtMost, Stores } from '../../../database';
import { NumberSeries } from '../documents/numbers/number-series.entity';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { type ChainMark, ChainMarks, type SeriesMark } from './chain-marks';
import { Chains } from './chains';

const chainPlan = createLoadPlan(VerifactuChain, ['mode', 'installation']);

/** A chain that was closed, and its successor. */
export interface RestoredChain {
  readonly mode: string;
  readonly closed: string;
  readonly installation: string;
}

/** Goes on after a database was restored from a backup. */
@Injectable()
export class RestoredChains {
  constructor(
    private readonly stores: Stores,
    private readonly chains: Chains,
    private readonly marks: ChainMarks,
  ) {}

  /**
   * Closes the open chains of a tax number, and opens new ones with installation numbers of their own. Series go on behind
   * the numbers that the marks name, so that none is used twice.
   * @throws NotFound for a tax number without a chain
   */
  async restore(taxNumber: string): Promise<RestoredChain[]> {
    await this.marks.load();
    const { unitOfWork, loader, writer } = this.stores;
    const restored = await unitOfWork.run(async () => {
      // Locks are taken series, then chain.
      const marks = this.marks.listOf(taxNumber);
      for (const one of marks.flatMap(({ series }) => series)) await this.raise(one);
      const open = [is('taxNumber', taxNumber), is('isOpen', 1)];
      const found = await loader.listWhere(VerifactuChain, open, chainPlan);
      if (found.length === 0) throw new NotFound({ resource: 'verifactu chain', id: taxNumber });
      await writer.lock(
        VerifactuChain,
        found.map(({ id }) => id),
      );
      const successors: RestoredChain[] = [];
      for (const { id, mode, installation: closed } of found) {
        await writer.update(VerifactuChain, id, { isOpen: null });
        for (const one of marks) if (one.mode === mode) await this.takeOver(one);
        const next = this.chains.newChain(taxNumber, mode);
        await writer.insert(VerifactuChain, [next]);
        successors.push({ mode, closed, installation: next.installation });
      }
      return successors;
    });
    for (const { mode, installation } of restored) {
      const head = { sequence: 0, hash: '', series: [] };
      this.marks.advance({ taxNumber, mode: mode as ChainMark['mode'], installation, ...head });
    }
    await this.marks.flush();
    return restored;
  }

  /** Adds the chain of an installation that was lost, so that its marks are known. */
  private async takeOver({ taxNumber, mode, installation }: ChainMark): Promise<void> {
    const { loader, writer } = this.stores;
    const known = await loader.listIds(VerifactuChain, [is('installation', installation)]);
    if (known.length > 0) return;
    const lost = { ...this.chains.newChain(taxNumber, mode), installation, isOpen: null };
    await writer.insert(VerifactuChain, [lost]);
  }

  private async raise({ type, headquarterId, year, last }: SeriesMark): Promise<void> {
    const { loader, writer } = this.stores;
    const key = [is('type', type), is('headquarterId', headquarterId), is('year', year)];
    const [id] = await loader.listIds(NumberSeries, key);
    if (id === undefined) await writer.insert(NumberSeries, [{ type, headquarterId, year, last }]);
    else await writer.update(NumberSeries, [is('id', id), isAtMost('last', last)], { last });
  }
}
