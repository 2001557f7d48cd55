import { Injectable } from '@nestjs/common';
import { ReferenceNotFound } from '../../../core/errors';
import { idOnlyPlan } from '../../../core/load-plan';
import { is, DataAccess } from '../../../database';
import { type ActionRunState, actionRunStates } from '../documents';
import { DocumentGenerator } from '../documents/copies/document-generator';
import { Shipment } from '../documents/entities/shipment.entity';
import { DeliveryNotes } from '../shipping';
import { StateTransitions, SubStatus } from '../states';
import type { ActionTrigger } from './action-triggers';
import type { ActionParameters } from './action-types';

/** Actions on the changed shipment, or on all shipments of the changed order. */
@Injectable()
export class ShipmentActions {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly transitions: StateTransitions,
    private readonly deliveryNotes: DeliveryNotes,
    private readonly copies: DocumentGenerator,
  ) {}

  /**
   * Changes the state of all shipments, or of none. Shipments that are already in the state stay unchanged.
   * @throws TransitionNotAllowed, OrderDeleted, ReferenceNotFound
   */
  async changeStatus(
    subject: ActionTrigger,
    { status, subStatusPId }: ActionParameters,
  ): Promise<ActionRunState> {
    const subStatusId =
      subStatusPId === undefined ? 0 : await this.getSubStatusId(String(subStatusPId));
    for (const id of await this.listShipmentIds(subject)) {
      await this.transitions.change('shipment', id, { status: Number(status), subStatusId });
    }
    return actionRunStates.done;
  }

  /** Creates delivery notes for the shipments that have none. @throws OrderClosed */
  async createDeliveryNotes(subject: ActionTrigger): Promise<ActionRunState> {
    const ids = await this.listShipmentIds(subject);
    const existing = await this.copies.findGenerated('deliveryNote', ids);
    for (const id of ids) if (!existing.has(id)) await this.deliveryNotes.generate(id);
    return actionRunStates.done;
  }

  private async listShipmentIds({
    transition: { documentId, shipmentId },
  }: ActionTrigger): Promise<number[]> {
    if (shipmentId !== 0) return [shipmentId];
    const ofOrder = [is('documentId', documentId)];
    const shipments = await this.dataAccess.loader.listWhere(Shipment, ofOrder, idOnlyPlan);
    return shipments.map(({ id }) => id);
  }

  private async getSubStatusId(pId: string): Promise<number> {
    const [found] = await this.dataAccess.loader.listWhere(SubStatus, [is('pId', pId)], idOnlyPlan);
    if (found) return found.id;
    throw new ReferenceNotFound({ resource: 'subStatus', pointer: '', reference: pId });
  }
}
