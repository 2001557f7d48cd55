import { createLoadPlan } from '../../core/load-plan';
import type { Loader } from '../reading/loader';
import { JournalNumbering } from './journal-entry.entity';

/** Id of the single row of JournalNumbering. */
const NUMBERING_ID = 1;

/** Returns the range of the journal: positions after `lastDeleted` up to `last` are available. */
export async function getJournalRange(
  loader: Loader,
): Promise<{ last: number; lastDeleted: number }> {
  const plan = createLoadPlan(JournalNumbering, ['last', 'swept']);
  const row = await loader.findById(JournalNumbering, NUMBERING_ID, plan);
  return { last: row?.last ?? 0, lastDeleted: row?.swept ?? 0 };
}

/** Returns the last numbered position of the journal. Changes without a position may already be visible. */
export async function getJournalPosition(loader: Loader): Promise<number> {
  return (await getJournalRange(loader)).last;
}
