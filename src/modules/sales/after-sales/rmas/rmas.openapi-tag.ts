import type { OpenApiTag } from '../../../../api';
import { formatCode } from '../../../../core/codes';
import { stateCodes } from '../../documents';

const formatRmaState = (number: number): string => formatCode(stateCodes.rma, number);

export const rmasOpenApiTag: OpenApiTag = {
  name: 'RMAs',
  position: 500,
  description:
    'Requests to return goods. `createRma` creates the request in ' +
    `${formatRmaState(1)}. \`changeRmaStatus\` moves it to ${formatRmaState(3)}, to ${formatRmaState(2)} when the goods are inspected, and to ` +
    `${formatRmaState(5)}. \`createReturn\` creates the return and moves the RMA to ${formatRmaState(4)}. \`createCreditNote\` of the ` +
    `return creates the refund. Refused requests go to ${formatRmaState(-3)} or ${formatRmaState(-1)}.`,
};
