import { Code, Int } from '../../../../api';
import { fromNumberOptions, IssuedListQuery, stateCodes, toNumberOptions } from '../../documents';
import type { rmaStates } from '../../states';

export class ReturnListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromReturnNumber!: number;

  @Int(toNumberOptions)
  toReturnNumber!: number;

  @Code(stateCodes.rma, { optional: true, description: 'Only returns in this state' })
  status?: (typeof rmaStates)[number];
}
