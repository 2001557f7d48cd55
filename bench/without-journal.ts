/**
 * Stands in front of the service (`node --require`): it writes no journal, and numbers none. What the journal costs is
 * the difference.
 */
import { createRequire } from 'node:module';
import type * as entriesModule from '../src/database/journal/entries';
import type * as recorderModule from '../src/database/journal/recorder';
import type * as journalModule from '../src/modules/journal';
import { dist } from './processes';

const load = createRequire(`${dist}/main.js`);
load('reflect-metadata');
const entries = load('./database/journal/entries.js') as {
  -readonly [N in keyof typeof entriesModule]: (typeof entriesModule)[N];
};
const { ChangeRecorder } = load('./database/journal/recorder.js') as typeof recorderModule;
const { JournalClerk } = load('./modules/journal/index.js') as typeof journalModule;

const nothing = (): void => undefined;

entries.writeEntries = () => Promise.resolve(0);
Object.assign(ChangeRecorder.prototype, {
  inserted: nothing,
  updating: () => Promise.resolve(nothing),
  removing: () => Promise.resolve(nothing),
});
Object.assign(JournalClerk.prototype, { start: nothing });
