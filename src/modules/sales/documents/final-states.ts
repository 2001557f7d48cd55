import { documentTypes } from './document-kinds';
import { ORDER_PERMANENTLY_DELETED } from './document-states';
import type { SalesDocument } from './entities/document.entity';

/** States in which operations can't change a document. Operations never change documents of the other types. */
export const finalStatesByType: Readonly<Record<number, readonly number[]>> = {
  [documentTypes.order]: [ORDER_PERMANENTLY_DELETED],
  [documentTypes.rma]: [4, 6],
};

/** Whether operations may still change a document. */
export function isEditable({ type, status }: Pick<SalesDocument, 'type' | 'status'>): boolean {
  return finalStatesByType[type]?.includes(status) === false;
}
