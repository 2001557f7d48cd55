import { defineError } from '../../../core/errors';

/** 409: the export has no content yet, or none any more. */
export const ExportNotDone = defineError<{ state: string }>({
  code: 'export.notDone',
  status: 409,
  title: 'The export is not done',
  remedy: 'Ask for the export until its `STATE` is done; make another one where it failed.',
  detail: ({ state }) => `The export is ${state}: there is no content.`,
});

/** 409: as many exports as are made at a time are being made. */
export const ExportsBusy = defineError({
  code: 'export.busy',
  status: 409,
  title: 'Too many exports are being made',
  remedy: 'Wait until one of them is done, or delete it.',
  detail: () => 'Exports are being made already; wait until one of them is done.',
});
