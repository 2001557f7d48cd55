export { JournalClerk } from './journal-clerk';
export { JournalModule } from './journal.module';
export { JournalGone } from './journal-gone';
