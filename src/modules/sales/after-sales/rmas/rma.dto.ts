import { Code, Int, Sort, Text } from '../../../../api';
import { stateCodes } from '../../documents';
import { DocumentListQuery } from '../../documents/lists/document-list.dto';
import { documentSortKeys } from '../../documents/lists/document-listing';
import { fromNumberOptions, toNumberOptions } from '../../documents/lists/issued-documents.dto';
import type { rmaStates } from '../../states';

class RmaFiltersQuery extends DocumentListQuery {
  @Int(fromNumberOptions)
  fromRmaNumber!: number;

  @Int(toNumberOptions)
  toRmaNumber!: number;

  @Code(stateCodes.rma, { optional: true, description: 'Only RMAs in this state' })
  status?: (typeof rmaStates)[number];
}

export class RmaListQuery extends RmaFiltersQuery {
  @Sort(documentSortKeys, { default: 'id.desc' })
  sort!: string;
}

export class PendingRmasQuery extends RmaFiltersQuery {
  @Sort(documentSortKeys)
  sort!: string;
}

export class RmaIdPath {
  @Text({ max: 255, description: 'Public identifier of the RMA', example: 'RMA-1' })
  rmaId!: string;
}
