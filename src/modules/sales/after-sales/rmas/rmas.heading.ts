import type { OpenApiTag } from '../../../../api';
import { formatCode } from '../../../../core/codes';
import { stateCodes } from '../../documents';

const state = (number: number): string => formatCode(stateCodes.rma, number);

export const rmasOpenApiTag: OpenApiTag = {
  name: 'RMAs',
  rank: 500,
  description:
    'What customers ask to return. The way from the request to the money: `createRma` makes the request in ' +
    `${state(1)}; \`changeRmaStatus\` moves it to ${state(3)}, to ${state(2)} when the goods are looked at, and to ` +
    `${state(5)}; \`createReturn\` makes the return, which moves the RMA to ${state(4)}; \`createCreditNote\` of the ` +
    `return makes the refund. What is not agreed to goes to ${state(-3)} or ${state(-1)} instead.`,
};
