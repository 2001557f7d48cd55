import { Injectable } from '@nestjs/common';
import type { ChangeFilterQuery } from '../../../api';
import { NotFound } from '../../../core/errors';
import { idOnlyPlan, type LoadPlan, createLoadPlan, type TablePlan } from '../../../core/load-plan';
import { is, isOneOf, defineListing, Stores } from '../../../database';
import { SubStatus } from '../states';
import type { ConfiguredAction } from './configured-action.record';
import { StatusAction } from './status-action.entity';

const actionListing = defineListing(StatusAction);
const namePlan = createLoadPlan(SubStatus, ['pId']);

/** No line has this fingerprint: whatever line comes next for the action is a change. */
const NO_FINGERPRINT = '';

/** The status actions of the store, for those who look after it. */
@Injectable()
export class ConfiguredActions {
  constructor(private readonly stores: Stores) {}

  /** All that the query lets through; in the order in which they run, unless it says otherwise. */
  async list(
    query: ChangeFilterQuery,
    wanted: TablePlan<StatusAction>,
  ): Promise<ConfiguredAction[]> {
    return this.withSubStatusPIds(
      await this.stores.loader.listAll(actionListing, { ...query }, wanted),
    );
  }

  /** @throws NotFound */
  async get(id: number, wanted: TablePlan<StatusAction>): Promise<ConfiguredAction> {
    const [action] = await this.withSubStatusPIds([await this.stored(id, wanted)]);
    return action as ConfiguredAction;
  }

  /**
   * Switches an action on or off. The line that it came from counts again when it is imported the next time.
   * @throws NotFound
   */
  setActive(id: number, active: boolean): Promise<void> {
    const { unitOfWork, writer } = this.stores;
    return unitOfWork.run(async () => {
      const isOther = [is('id', id), is('active', !active)];
      const found = await writer.update(StatusAction, isOther, {
        active,
        fingerprint: NO_FINGERPRINT,
      });
      if (found === 0) await this.stored(id, idOnlyPlan);
    });
  }

  /** Messages that are on their way are delivered nevertheless. @throws NotFound */
  remove(id: number): Promise<{ id: number }> {
    const { unitOfWork, writer } = this.stores;
    return unitOfWork.run(async () => {
      const found = await writer.remove(StatusAction, id);
      if (found === 0) throw new NotFound({ resource: 'statusAction', id });
      return { id };
    });
  }

  /** The one that is called so. @throws NotFound */
  async idOf(pId: string): Promise<{ id: number }> {
    const [id] = await this.stores.loader.listIds(StatusAction, [is('pId', pId)]);
    if (id === undefined) throw new NotFound({ resource: 'statusAction', id: pId });
    return { id };
  }

  /** @throws NotFound */
  private async stored<R>(id: number, wanted: LoadPlan<StatusAction, R>): Promise<R> {
    const found = await this.stores.loader.findById(StatusAction, id, wanted);
    if (!found) throw new NotFound({ resource: 'statusAction', id });
    return found;
  }

  private async withSubStatusPIds(actions: readonly StatusAction[]): Promise<ConfiguredAction[]> {
    const ids = actions.flatMap(({ subStatusId }) => subStatusId ?? []);
    if (ids.length === 0) return [...actions];
    const conditions = [isOneOf('id', [...new Set(ids)])];
    const found = await this.stores.loader.listWhere(SubStatus, conditions, namePlan);
    const pIds = new Map(found.map(({ id, pId }) => [id, pId]));
    return actions.map((one) => ({ ...one, subStatusPId: pIds.get(Number(one.subStatusId)) }));
  }
}
