import { Code, Int, Sort, Text } from '../../../../api';
import { DocumentListQuery, documentSorts, stateCodes } from '../../documents';
import type { rmaStates } from '../../states';

class RmaFiltersQuery extends DocumentListQuery {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only numbers of their series from this one on; 0 for all',
  })
  fromRmaNumber!: number;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only numbers of their series up to this one; 0 for all',
  })
  toRmaNumber!: number;

  @Code(stateCodes.rma, { optional: true, description: 'Only RMAs in this state' })
  status?: (typeof rmaStates)[number];
}

export class RmaListQuery extends RmaFiltersQuery {
  @Sort(documentSorts, { default: 'id.desc' })
  sort!: string;
}

export class PendingRmasQuery extends RmaFiltersQuery {
  @Sort(documentSorts)
  sort!: string;
}

export class RmaIdPath {
  @Text({ max: 255, description: 'Public identifier of the RMA', example: 'RMA-1' })
  rmaId!: string;
}
