/**
 * Stands in front of the service (`node --require`): it writes no journal, and numbers none; times of change are kept
 * all the same. What the journal costs is the difference.
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

  // Of a log that stays empty no entries are made.
  Object.assign(ChangeLog.prototype, { add: nothing, addEvent: nothing });
  Object.assign(JournalSequencer.prototype, { start: nothing });

  // What an update of records, and not of their parts, looks for is for their entries alone.
  const { beforeUpdate } = ChangeRecorder.prototype;
  ChangeRecorder.prototype.beforeUpdate = function (model, ...others) {
    return model.journal?.is === 'part'
      ? beforeUpdate.call(this, model, ...others)
      : Promise.resolve({ targets: [others[0]], afterWrite: nothing });
  };
}

// Threads of the service are started with the same options, and write nothing that stands in the journal.
if (isMainThread) stopJournal();
