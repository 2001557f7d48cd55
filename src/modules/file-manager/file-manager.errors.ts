import { defineError } from '../../core/errors';

/** The most bytes of a file that is sent or fetched through the API. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** 413: a file is too large to be fetched as Base64. */
export const FileTooLarge = defineError<{ path: string; size: number }>({
  code: 'file.tooLarge',
  status: 413,
  title: 'The file is too large',
  remedy: 'Fetch the file below `/static/`, or from the store itself.',
  detail: ({ path, size }) =>
    `${JSON.stringify(path)} has ${size} bytes; at most ${MAX_FILE_BYTES} can be fetched this way.`,
  pointer: () => '/file',
});

/** 404: nothing is served under this path; it does not say whether something is stored there. */
export const FileNotServed = defineError<{ path: string }>({
  code: 'file.notFound',
  status: 404,
  title: 'There is no such file',
  remedy: 'Check the spelling of the path, upper and lower case included.',
  detail: ({ path }) => `No file is served at ${path}.`,
});
