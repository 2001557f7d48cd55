export { ChangeFeed } from './change-feed';
export type { PositionedJournalEntry } from './change-filter';
export { changeRecord } from './change.record';
export { JournalSequencer } from './journal-sequencer';
export { JournalPositionGone, requirePositionInJournal } from './journal-position-gone';
export { JournalReader } from './journal-reader';
export { JournalModule } from './journal.module';
export { getReadScope } from './read-scope';
