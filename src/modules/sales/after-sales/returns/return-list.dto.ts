import { Code, Int } from '../../../../api';
import { stateCodes } from '../../documents';
import {
  fromNumberOptions,
  IssuedListQuery,
  toNumberOptions,
} from '../../documents/lists/issued-documents.dto';
import type { rmaStates } from '../../states';

export class ReturnListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromReturnNumber!: number;

  @Int(toNumberOptions)
  toReturnNumber!: number;

  @Code(stateCodes.rma, { optional: true, description: 'Only returns in this state' })
  status?: (typeof rmaStates)[number];
}
