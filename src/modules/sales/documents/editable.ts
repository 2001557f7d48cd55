import { documentTypes } from './document-kinds';
import type { SalesDocument } from './entities/document.entity';

/** The states in which operations change no more of a document; what is not named here was issued as it is. */
export const lastStates: Readonly<Record<number, readonly number[]>> = {
  [documentTypes.order]: [-11],
  [documentTypes.rma]: [4, 6],
};

/** Whether operations may still change a document. */
export function isEditable({ type, status }: Pick<SalesDocument, 'type' | 'status'>): boolean {
  return lastStates[type]?.includes(status) === false;
}
