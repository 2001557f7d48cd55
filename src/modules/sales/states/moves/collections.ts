import type { StatusKind } from '../states';

/** What a collection is called in paths, bodies and answers. */
export const collections = {
  order: 'orders',
  rma: 'rmas',
  shipment: 'shipments',
} as const satisfies Readonly<Record<StatusKind, string>>;
