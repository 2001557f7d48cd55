import { Int, OneOf } from '../../../../api';
import { fromNumber, IssuedListQuery, toNumber } from '../../documents';
import { states } from '../../states';

export class ReturnListQuery extends IssuedListQuery {
  @Int(fromNumber)
  fromReturnNumber!: number;

  @Int(toNumber)
  toReturnNumber!: number;

  @OneOf(states.rma, { optional: true, description: 'Only returns in this state; 0 is Incidents' })
  status?: number;
}
