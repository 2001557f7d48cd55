import { Injectable } from '@nestjs/common';
import { ReferenceNotFound } from '../../../core/errors';
import { idOnlyPlan } from '../../../core/load-plan';
import { whereEquals, DataAccess } from '../../../database';
import { type ActionRunState, actionRunStates } from '../documents';
import { DocumentGenerator } from '../documents/copies/document-generator';
import { Shipment } from '../documents/entities/shipment.entity';
import { DeliveryNotesService } from '../shipping';
import { StateTransitions, SubStatus } from '../states';
import type { ActionTrigger } from './action-triggers';
import type { ActionParameters } from './action-types';

/** Actions on the changed shipment, or on all shipments of the changed order. */
@Injectable()
export class ShipmentActions {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly transitions: StateTransitions,
    private readonly deliveryNotes: DeliveryNotesService,
    private readonly documentGenerator: DocumentGenerator,
  ) {}

  /**
   * Changes the state of all shipments, or of none. Shipments that are already in the state stay unchanged.
   * @throws TransitionNotAllowed, OrderDeleted, ReferenceNotFound
   */
  async changeStatus(
    trigger: ActionTrigger,
    { status, subStatusPId }: ActionParameters,
  ): Promise<ActionRunState> {
    const subStatusId =
      subStatusPId === undefined ? 0 : await this.getSubStatusId(String(subStatusPId));
    for (const id of await this.listShipmentIds(trigger)) {
      await this.transitions.change('shipment', id, { status: Number(status), subStatusId });
    }
    return actionRunStates.done;
  }

  /** Creates delivery notes for the shipments that have none. @throws OrderClosed */
  async createDeliveryNotes(trigger: ActionTrigger): Promise<ActionRunState> {
    const ids = await this.listShipmentIds(trigger);
    const existing = await this.documentGenerator.findGenerated('deliveryNote', ids);
    for (const id of ids) if (!existing.has(id)) await this.deliveryNotes.generate(id);
    return actionRunStates.done;
  }

  private async listShipmentIds({
    stateChange: { documentId, shipmentId },
  }: ActionTrigger): Promise<number[]> {
    if (shipmentId !== 0) return [shipmentId];
    const conditions = [whereEquals('documentId', documentId)];
    const shipments = await this.dataAccess.loader.listWhere(Shipment, conditions, idOnlyPlan);
    return shipments.map(({ id }) => id);
  }

  private async getSubStatusId(pId: string): Promise<number> {
    const [subStatus] = await this.dataAccess.loader.listWhere(
      SubStatus,
      [whereEquals('pId', pId)],
      idOnlyPlan,
    );
    if (subStatus) return subStatus.id;
    throw new ReferenceNotFound({ resource: 'subStatus', pointer: '', reference: pId });
  }
}
