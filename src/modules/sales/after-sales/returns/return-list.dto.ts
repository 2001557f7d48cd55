import { Code, Int } from '../../../../api';
import { fromNumber, IssuedListQuery, stateCodes, toNumber } from '../../documents';
import type { rmaStates } from '../../states';

export class ReturnListQuery extends IssuedListQuery {
  @Int(fromNumber)
  fromReturnNumber!: number;

  @Int(toNumber)
  toReturnNumber!: number;

  @Code(stateCodes.rma, { optional: true, description: 'Only returns in this state' })
  status?: (typeof rmaStates)[number];
}
