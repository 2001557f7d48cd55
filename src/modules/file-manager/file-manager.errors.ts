import { defineError } from '../../core/errors';

/** Maximum size of a file that is uploaded or downloaded through the API. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** 413: the file is too large to be downloaded as Base64. */
export const FileTooLarge = defineError<{ path: string; size: number }>({
  code: 'file.tooLarge',
  status: 413,
  title: 'The file is too large',
  remedy: 'Download the file from `/static/`, or directly from the file store.',
  detail: ({ path, size }) =>
    `${JSON.stringify(path)} has ${size} bytes; at most ${MAX_FILE_BYTES} can be downloaded this way.`,
  pointer: () => '/file',
});

/** 404: no file is served under this path. This applies whether or not a file is stored there. */
export const FileNotServed = defineError<{ path: string }>({
  code: 'file.notFound',
  status: 404,
  title: "The file doesn't exist",
  remedy: 'Check the spelling of the path, upper and lower case included.',
  detail: ({ path }) => `No file is served at ${path}.`,
});
