/**
 * Loaded into the service (`node --require`) to switch the journal off, including its numbering. Times of change are
 * still stored. The difference is the cost of the journal.
 */
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import type * as changeLogModule from '../src/database/journal/change-log';
import type * as recorderModule from '../src/database/journal/change-recorder';
import type * as journalModule from '../src/platform/events/journal';
import { dist } from './processes';

const nothing = (): void => undefined;

function stopJournal(): void {
  const load = createRequire(`${dist}/main.js`);
  load('reflect-metadata');
  const { ChangeLog } = load('./database/journal/change-log.js') as typeof changeLogModule;
  const { ChangeRecorder } = load('./database/journal/change-recorder.js') as typeof recorderModule;
  const { JournalSequencer } = load('./platform/events/journal/index.js') as typeof journalModule;

  // The log stays empty, so it needs no numbering.
  Object.assign(ChangeLog.prototype, { addChange: nothing, addEvent: nothing });
  Object.assign(JournalSequencer.prototype, { start: nothing });

  // Updates of records, but not of their parts, select rows only for the journal.
  const { beforeUpdate } = ChangeRecorder.prototype;
  ChangeRecorder.prototype.beforeUpdate = function (model, ...others) {
    return model.journal?.type === 'part'
      ? beforeUpdate.call(this, model, ...others)
      : Promise.resolve({ conditionLists: [others[0]], afterWrite: nothing });
  };
}

// Threads of the service start with the same options, but write nothing that is journaled.
if (isMainThread) stopJournal();
