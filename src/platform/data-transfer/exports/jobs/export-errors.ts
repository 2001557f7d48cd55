import { defineError } from '../../../../core/errors';

/** 409: the export has no content, because it is still running or has failed. */
export const ExportNotDone = defineError<{ state: string }>({
  code: 'export.notDone',
  status: 409,
  title: 'The export is not done',
  remedy: 'Poll the export until its `STATE` is done. If it has failed, create another one.',
  detail: ({ state }) => `The export has no content because it is ${state}.`,
});

/** 409: the maximum number of concurrent exports is reached. */
export const ExportsBusy = defineError({
  code: 'export.busy',
  status: 409,
  title: 'Too many exports are running',
  remedy:
    'Wait for the time in `Retry-After`, then send the request again, or delete a running export.',
  isTransient: true,
  detail: () => 'The maximum number of exports is already running.',
});
