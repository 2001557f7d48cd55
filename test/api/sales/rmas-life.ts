import type { ServiceClient } from '../../support/service/service';
import { createOrder, type OrderRecord } from './sample-store';

/** The members of a tax of a line, or of a tax group, that the specs read. */
export interface TaxRecord {
  TAX: { ID: number };
  TAXRATE: number;
  BASEWITHOUTDISCOUNTS: number;
  DISCOUNT: number;
  BASE: number;
  TAXPRICE: number;
  RERATE: number;
  REPRICE: number;
  TOTALPRICE: number;
}

/** The members of a line that the specs read; of a bundle's row its items. */
export interface LineRecord {
  ID: number;
  HASH: string;
  NAME: string;
  QUANTITY: number;
  TOTAL: number;
  TOTALTAXES: number;
  TYPE: number;
  DISCOUNTS: { AMOUNT: number }[];
  TAXES: TaxRecord[];
  ITEMS?: LineRecord[];
}

/** The members of an RMA, a return, a credit note, or of the order of all of them, that the specs read. */
export interface Paper extends Omit<OrderRecord, 'ROWS'> {
  ROWS: LineRecord[];
  TAXES: TaxRecord[];
  PAID: boolean;
  TOTALS: Record<string, number>;
  PARENT: { DOCUMENTNUMBER: string; DOCUMENTTYPE: number; ID: number };
  ADDITIONAITEMS: { AMOUNT: number; NAME: string; TYPE: string }[];
}

/** A line of `GET /orders/{id}/rmas/request`. */
export interface RequestRow {
  HASH: string;
  NAME: string;
  NORETURN: boolean;
  QUANTITY: number;
  QUANTITYRETURNABLE: number;
}

/** After-sales work over HTTP: orders, RMAs, returns and credit notes. */
export class AfterSales {
  constructor(private readonly service: ServiceClient) {}

  async order(values: object): Promise<Paper> {
    return (await createOrder(this.service, values)) as unknown as Paper;
  }

  /** An order and its invoice. */
  async invoiced(values: object): Promise<{ order: Paper; invoice: Paper }> {
    const order = await this.order(values);
    return { order, invoice: made(await this.service.post(`/v1/orders/${order.ID}/invoices`)) };
  }

  /** A structured invoice or credit note as XML. @param path such as `invoices/4` */
  async xml(path: string, form: string): Promise<string> {
    const { status, body, text } = await this.service.get(`/v1/${path}/document/${form}`);
    if (status !== 200) throw new Error(text);
    return Buffer.from((body as { content: string }).content, 'base64').toString();
  }

  async returnable(orderId: number): Promise<RequestRow[]> {
    const { body } = await this.service.get(`/v1/orders/${orderId}/rmas/request`);
    return (body as { ROWS: RequestRow[] }).ROWS;
  }

  request(orderId: number, rmas: object) {
    return this.service.post(`/v1/orders/${orderId}/rmas`, { rmas });
  }

  /** @param items quantities by the hashes of lines */
  async rma(orderId: number, items: Record<string, number>, more: object = {}): Promise<Paper> {
    const list = Object.entries(items).map(([hash, quantity]) => ({ hash, quantity }));
    return made(await this.request(orderId, { items: list, ...more }));
  }

  move(rmaId: number, status: number) {
    return this.service.put(`/v1/rmas/${rmaId}/changeStatus`, { status });
  }

  /** From 1 Pending, or 2 In process, to 5 Accepted. */
  async accept(rmaId: number): Promise<void> {
    const { STATUS } = await this.read(`rmas/${rmaId}`);
    for (const status of STATUS === 2 ? [5] : [3, 2, 5]) {
      const { status: answered, text } = await this.move(rmaId, status);
      if (answered !== 200) throw new Error(text);
    }
  }

  /** The return of an RMA that is accepted for it. */
  async return(rmaId: number): Promise<Paper> {
    await this.accept(rmaId);
    return made(await this.service.post(`/v1/rmas/${rmaId}/returns`));
  }

  /** Invoices the order of a return, unless it is invoiced already. */
  async invoiceOf(returnId: number): Promise<void> {
    const { PARENT: rma } = await this.read(`returns/${returnId}`);
    const { PARENT: order } = await this.read(`rmas/${rma.ID}`);
    const { status, text } = await this.service.post(`/v1/orders/${order.ID}/invoices`);
    if (status !== 201 && status !== 409) throw new Error(text);
  }

  /** The credit note of a return; it invoices the order if nobody has. */
  async creditNote(returnId: number): Promise<Paper> {
    await this.invoiceOf(returnId);
    return made(await this.service.post(`/v1/returns/${returnId}/creditNotes`));
  }

  /** The credit note of what comes back: RMA, acceptance, return and note. */
  async credited(
    orderId: number,
    items: Record<string, number>,
    more: object = {},
  ): Promise<Paper> {
    const { ID } = await this.rma(orderId, items, more);
    return this.creditNote((await this.return(ID)).ID);
  }

  async read(path: string): Promise<Paper> {
    return (await this.service.get(`/v1/${path}`)).body as Paper;
  }
}

/** The lines that hold goods: of a bundle its items. */
export function leaves(rows: readonly LineRecord[]): LineRecord[] {
  return rows.flatMap((row) => row.ITEMS ?? [row]);
}

function made(response: { status: number; text: string; body: unknown }): Paper {
  if (response.status !== 201) throw new Error(response.text);
  return response.body as Paper;
}
