import { defineError } from '../../../../core/errors';

/** 409: the export has no content: it is not done yet, or it failed. */
export const ExportNotDone = defineError<{ state: string }>({
  code: 'export.notDone',
  status: 409,
  title: 'The export is not done',
  remedy: 'Ask for the export until its `STATE` is done; if it has failed, make another one.',
  detail: ({ state }) => `The export is ${state}: there is no content.`,
});

/** 409: as many exports are being made as may be made at a time. */
export const ExportsBusy = defineError({
  code: 'export.busy',
  status: 409,
  title: 'Too many exports are being made',
  remedy: 'Wait as `Retry-After` says, then send it again; or delete one that is being made.',
  passes: true,
  detail: () => 'Exports are being made already; wait until one of them is done.',
});
