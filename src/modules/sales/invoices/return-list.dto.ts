import { Int, OneOf } from '../../../api';
import { states } from '../statuses/states';
import { fromNumber, IssuedListQuery, toNumber } from './issued-documents.dto';

export class ReturnListQuery extends IssuedListQuery {
  @Int(fromNumber)
  fromReturnNumber!: number;

  @Int(toNumber)
  toReturnNumber!: number;

  @OneOf(states.rma, { optional: true, description: 'Only returns in this state; 0 is Incidents' })
  status?: number;
}
