import { Injectable } from '@nestjs/common';
import { PidTaken } from '../../../core/errors';
import { DataAccess } from '../../../database';
import { ImportService, type ImportCaller } from '../../../platform/data-transfer/imports';
import type { OrderLineDto } from './imports/order-line.dto';

/** Creates single orders. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly importService: ImportService,
  ) {}

  /**
   * Creates one order.
   * @param rawBody parsed JSON of the request, before defaults and conversions
   * @throws PidTaken, OrderDiffers and the other errors of order imports
   */
  create(value: OrderLineDto, rawBody: unknown, caller: ImportCaller): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const { pId } = value;
      const { result, id } = await this.importService.importOne(
        'order',
        { value, rawRecord: rawBody },
        caller,
      );
      if (result !== 'created') {
        throw new PidTaken({ resource: 'order', pId, id, pointer: '/pId' });
      }
      return { id };
    });
  }
}
