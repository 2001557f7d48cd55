import { plan } from '../../core/load-plan';
import type { Loader } from '../loader';
import { JournalNumbering } from './journal-entry.entity';

/** The row of JournalNumbering. */
const NUMBERING = 1;

/** How far the journal is numbered: what came after it may be seen already, but nothing before it is missing. */
export async function journalPosition(loader: Loader): Promise<number> {
  const row = await loader.byId(JournalNumbering, NUMBERING, plan(JournalNumbering, ['last']));
  return row?.last ?? 0;
}
