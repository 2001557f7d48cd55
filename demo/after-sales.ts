import type { Client } from './client';
import type { rmaEnds } from './orders';

/** The states on the way to each end. */
const statePaths: Readonly<Record<(typeof rmaEnds)[number], readonly number[]>> = {
  creditNote: [3, 2, 5],
  return: [3, 2, 5],
  accepted: [3, 2, 5],
  inProcess: [3, 2],
  authorized: [3],
  notAuthorized: [-3],
  denied: [3, 2, -1],
  pending: [],
  incident: [0],
  deleted: [6],
};

const reasons = ['Too small', 'Arrived broken', 'Ordered twice', 'Another colour than shown'];

/** Requests the return of one item of the order's first row. @returns the RMA's id */
export async function requestReturn(
  client: Client,
  orderId: number,
  comment = reasons[orderId % reasons.length],
): Promise<number> {
  const path = `/v1/orders/${orderId}/rmas`;
  const { ROWS } = await client.send<{ ROWS: { HASH: string }[] }>('GET', `${path}/request`);
  const items = [{ hash: ROWS[0]?.HASH, quantity: 1 }];
  const { ID } = await client.send<{ ID: number }>('POST', path, { rmas: { items, comment } });
  return ID;
}

/** Moves an RMA from 1 Pending to its end. */
export async function endReturn(
  client: Client,
  id: number,
  end: (typeof rmaEnds)[number],
): Promise<void> {
  for (const status of statePaths[end]) {
    await client.send('PUT', `/v1/rmas/${id}/changeStatus`, { status });
  }
  if (end !== 'return' && end !== 'creditNote') return;
  const made = await client.send<{ ID: number }>('POST', `/v1/rmas/${id}/returns`);
  if (end === 'creditNote') await client.send('POST', `/v1/returns/${made.ID}/creditNotes`);
}
