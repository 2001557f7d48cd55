import { type LoadRound, type BenchRequest, sendAll } from './load';
import type { Server } from './processes';
import { toSide } from './read-bench';
import type { BenchResult } from './report';
import type { RequestLoad } from './sales-cases';

/** Measures requests of one kind, alternating between baseline and service. @param next returns the next request */
export async function compareRates(
  { name, title, goal }: { readonly name: string; readonly title: string; readonly goal: number },
  { baseline, service }: { readonly baseline: Server; readonly service: Server },
  { connections, amount, warmUp }: RequestLoad,
  rounds: number,
  next: () => BenchRequest,
): Promise<BenchResult> {
  const send = (server: Server, count: number): Promise<LoadRound> =>
    sendAll(server, name, { connections, amount: count }, next);
  const measured: { baseline: LoadRound[]; service: LoadRound[] } = { baseline: [], service: [] };
  await send(baseline, warmUp);
  await send(service, warmUp);
  for (let round = 0; round < rounds; round++) {
    measured.baseline.push(await send(baseline, amount));
    measured.service.push(await send(service, amount));
  }
  return {
    ...{ title, goal },
    ...{ baseline: toSide(measured.baseline), service: toSide(measured.service) },
  };
}
