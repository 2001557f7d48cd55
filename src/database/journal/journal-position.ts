import { createLoadPlan } from '../../core/load-plan';
import type { Loader } from '../reading/loader';
import { JournalNumbering } from './journal-entry.entity';

/** The row of JournalNumbering. */
const NUMBERING_ID = 1;

/** How far the journal reaches: from behind `swept` on, up to `last`. */
export async function getJournalRange(loader: Loader): Promise<{ last: number; swept: number }> {
  const wanted = createLoadPlan(JournalNumbering, ['last', 'swept']);
  const row = await loader.findById(JournalNumbering, NUMBERING_ID, wanted);
  return { last: row?.last ?? 0, swept: row?.swept ?? 0 };
}

/** How far the journal is numbered: what came after it may be seen already, but nothing before it is missing. */
export async function getJournalPosition(loader: Loader): Promise<number> {
  return (await getJournalRange(loader)).last;
}
