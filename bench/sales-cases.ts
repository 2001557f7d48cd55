/** What changes orders: every request is about another one. `goal` is the least ratio of service to baseline. */
export interface WriteCase {
  readonly name: string;
  readonly title: string;
  readonly goal: number;
  readonly method: 'put' | 'post';
  /** Path. @param order its id */
  path(order: number): string;
  /**
   * Whole numbers by their names: what one order after the other is asked for, and then all of them for the
   * next one. Without, there is no body, and an order is asked once.
   */
  readonly bodies?: readonly Readonly<Record<string, number>>[];
}

/** Both run on the store of orders with four rows. */
export const writeCases: readonly WriteCase[] = [
  {
    name: 'change-status',
    title: 'an order to another state',
    goal: 0.5,
    method: 'put',
    path: (order) => `/v1/orders/${order}/changeStatus`,
    // From an order's first state, 1, on: never the state that it is in.
    bodies: [{ status: 2 }, { status: 4 }, { status: 0 }, { status: 1 }],
  },
  {
    name: 'invoice',
    title: 'the invoice of an order with 4 rows',
    goal: 0.5,
    method: 'post',
    path: (order) => `/v1/orders/${order}/invoices`,
  },
];

/** On the store of orders with four rows, too. */
export const pdfCase = { name: 'pdf', title: 'the PDF of an invoice with 4 rows', goal: 0.5 };

/** The same invoices as structured ones; held against their PDFs, so a goal is how many come while one of these does. */
export const eDocumentCases = [
  { name: 'ubl', form: 'ubl', title: 'the UBL of an invoice with 4 rows, beside its PDF', goal: 2 },
  {
    name: 'facturx',
    form: 'facturx',
    title: 'the Factur-X of an invoice with 4 rows, beside its PDF',
    goal: 0.75,
  },
] as const;

export type EDocumentCase = (typeof eDocumentCases)[number];

/** The last orders of the store: not for the load, but for what is learnt before it. */
export const RESERVED_ORDERS = 100;

/** Requests that are sent, so many at a time. */
export interface RequestLoad {
  readonly connections: number;
  /** Of a round. */
  readonly amount: number;
  readonly warmUp: number;
}

/** How much is measured. */
export interface SalesEffort {
  readonly rounds: number;
  readonly writes: RequestLoad;
  /** Fewer connections than the service has places in its queue for. */
  readonly pdfs: RequestLoad;
}

export const fullSales: SalesEffort = {
  rounds: 5,
  writes: { connections: 32, amount: 500, warmUp: 100 },
  pdfs: { connections: 8, amount: 32, warmUp: 8 },
};

/** Shows that everything works; too short to judge numbers by. */
export const smokeSales: SalesEffort = {
  rounds: 1,
  writes: { connections: 4, amount: 40, warmUp: 8 },
  pdfs: { connections: 2, amount: 4, warmUp: 2 },
};

export const salesCaseNames: readonly string[] = [...writeCases, pdfCase, ...eDocumentCases].map(
  ({ name }) => name,
);
