import { Injectable } from '@nestjs/common';
import type { UnpagedListQuery } from '../../../api';
import { NotFound } from '../../../core/errors';
import {
  idOnlyPlan,
  type LoadPlan,
  createLoadPlan,
  type RecordPlan,
} from '../../../core/load-plan';
import { whereEquals, whereIn, defineList, DataAccess } from '../../../database';
import { SubStatus } from '../states';
import type { ConfiguredAction } from './configured-action.record';
import { StatusAction } from './status-action.entity';

const actionListing = defineList(StatusAction);
const subStatusPidPlan = createLoadPlan(SubStatus, ['pId']);

/** A fingerprint that no import record has, so that the next import of the action is a change. */
const NO_FINGERPRINT = '';

/** Reads, switches and deletes the store's status actions. */
@Injectable()
export class ConfiguredActionsService {
  constructor(private readonly dataAccess: DataAccess) {}

  /** Lists the actions that match the query, by default in the order in which they run. */
  async list(query: UnpagedListQuery, plan: RecordPlan<StatusAction>): Promise<ConfiguredAction[]> {
    return this.attachSubStatusPIds(
      await this.dataAccess.loader.listAll(actionListing, { ...query }, plan),
    );
  }

  /** @throws NotFound */
  async get(id: number, plan: RecordPlan<StatusAction>): Promise<ConfiguredAction> {
    const [action] = await this.attachSubStatusPIds([await this.load(id, plan)]);
    return action as ConfiguredAction;
  }

  /**
   * Switches an action on or off. The next import of its record is a change, even if the record is the same.
   * @throws NotFound
   */
  setActive(id: number, active: boolean): Promise<void> {
    const { unitOfWork, writer } = this.dataAccess;
    return unitOfWork.run(async () => {
      const conditions = [whereEquals('id', id), whereEquals('active', !active)];
      const affected = await writer.update(StatusAction, conditions, {
        active,
        fingerprint: NO_FINGERPRINT,
      });
      if (affected === 0) await this.load(id, idOnlyPlan);
    });
  }

  /** Deletes an action; its pending messages are still delivered. @throws NotFound */
  remove(id: number): Promise<{ id: number }> {
    const { unitOfWork, writer } = this.dataAccess;
    return unitOfWork.run(async () => {
      const affected = await writer.remove(StatusAction, id);
      if (affected === 0) throw new NotFound({ resource: 'statusAction', id });
      return { id };
    });
  }

  /** @throws NotFound */
  async getIdByPid(pId: string): Promise<{ id: number }> {
    const [id] = await this.dataAccess.loader.listIds(StatusAction, [whereEquals('pId', pId)]);
    if (id === undefined) throw new NotFound({ resource: 'statusAction', id: pId });
    return { id };
  }

  /** @throws NotFound */
  private async load<R>(id: number, plan: LoadPlan<StatusAction, R>): Promise<R> {
    const found = await this.dataAccess.loader.findById(StatusAction, id, plan);
    if (!found) throw new NotFound({ resource: 'statusAction', id });
    return found;
  }

  private async attachSubStatusPIds(actions: readonly StatusAction[]): Promise<ConfiguredAction[]> {
    const ids = actions.flatMap(({ subStatusId }) => subStatusId ?? []);
    if (ids.length === 0) return [...actions];
    const conditions = [whereIn('id', [...new Set(ids)])];
    const subStatuses = await this.dataAccess.loader.listWhere(
      SubStatus,
      conditions,
      subStatusPidPlan,
    );
    const pIds = new Map(subStatuses.map(({ id, pId }) => [id, pId]));
    return actions.map((one) => ({ ...one, subStatusPId: pIds.get(Number(one.subStatusId)) }));
  }
}
