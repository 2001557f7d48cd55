/**
 * A change of orders; every request is about another order. `goal` is the minimum ratio of the service's rate to the
 * baseline's.
 */
export interface WriteCase {
  readonly name: string;
  readonly title: string;
  readonly goal: number;
  readonly method: 'put' | 'post';
  /** Returns the path. @param order id of the order */
  path(order: number): string;
  /**
   * Integers by name. Each order gets a request for the first value, then each for the next value, and so on. Without
   * values, there is no body, and each order gets one request.
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
    // These follow an order's first state, 1, so that every request changes the state.
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

/** Also runs on the store of orders with four rows. */
export const pdfCase = { name: 'pdf', title: 'the PDF of an order with 4 rows', goal: 0.5 };

/** The first downloads of structured invoices, compared with PDFs of their orders. */
export const eDocumentCases = [
  {
    name: 'ubl',
    form: 'ubl',
    title: 'the UBL of an invoice with 4 rows, compared with a PDF',
    goal: 2,
  },
  {
    name: 'facturx',
    form: 'facturx',
    title: 'the Factur-X of an invoice with 4 rows, compared with a PDF',
    goal: 0.75,
  },
] as const;

export type EDocumentCase = (typeof eDocumentCases)[number];

/**
 * Number of last orders of the store that are reserved: the first of them for documents, and the last for learning
 * statements before the load.
 */
export const RESERVED_ORDERS = 320;

/** Number and concurrency of requests. */
export interface RequestLoad {
  readonly connections: number;
  /** Number of requests per round. */
  readonly amount: number;
  readonly warmUp: number;
}

/** The extent of the measurement. */
export interface SalesEffort {
  readonly rounds: number;
  readonly writes: RequestLoad;
  /** Fewer connections than the places in the service's queue. */
  readonly pdfs: RequestLoad;
}

/** The compiler is done after the warm-up, as in a service that has run for some minutes. */
export const fullSales: SalesEffort = {
  rounds: 5,
  writes: { connections: 32, amount: 500, warmUp: 1500 },
  pdfs: { connections: 8, amount: 32, warmUp: 100 },
};

/** Shows that everything works, but is too short for meaningful numbers. */
export const smokeSales: SalesEffort = {
  rounds: 1,
  writes: { connections: 4, amount: 40, warmUp: 8 },
  pdfs: { connections: 2, amount: 4, warmUp: 2 },
};

export const salesCaseNames: readonly string[] = [...writeCases, pdfCase, ...eDocumentCases].map(
  ({ name }) => name,
);
