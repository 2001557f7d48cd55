import { Injectable } from '@nestjs/common';
import { PidTaken } from '../../../core/errors';
import { Stores } from '../../../database';
import { ImportService, type ImportCaller } from '../../../platform/data-transfer/imports';
import type { OrderLineDto } from './imports/order-line.dto';

/** Creates single orders. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly stores: Stores,
    private readonly importService: ImportService,
  ) {}

  /**
   * Creates one order.
   * @param given the unparsed body of the request
   * @throws PidTaken, OrderDiffers and the other errors of order imports
   */
  create(value: OrderLineDto, given: unknown, caller: ImportCaller): Promise<{ id: number }> {
    return this.stores.unitOfWork.run(async () => {
      const { pId } = value;
      const { result, id } = await this.importService.importOne('order', { value, given }, caller);
      if (result !== 'created') {
        throw new PidTaken({ resource: 'order', pId, id, pointer: '/pId' });
      }
      return { id };
    });
  }
}
