import type { OpenApiTag } from '../../../../api';
import { formatCode } from '../../../../core/codes';
import { stateCodes } from '../../documents';

const formatRmaState = (number: number): string => formatCode(stateCodes.rma, number);

export const rmasOpenApiTag: OpenApiTag = {
  name: 'RMAs',
  rank: 500,
  description:
    'What customers ask to return. The way from the request to the money: `createRma` makes the request in ' +
    `${formatRmaState(1)}; \`changeRmaStatus\` moves it to ${formatRmaState(3)}, to ${formatRmaState(2)} when the goods are looked at, and to ` +
    `${formatRmaState(5)}; \`createReturn\` makes the return, which moves the RMA to ${formatRmaState(4)}; \`createCreditNote\` of the ` +
    `return makes the refund. What is not agreed to goes to ${formatRmaState(-3)} or ${formatRmaState(-1)} instead.`,
};
