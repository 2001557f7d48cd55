/** Media types of downloads by extension. Types that a browser could run don't belong here. */
const MEDIA_TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
  gif: 'image/gif',
  gz: 'application/gzip',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

const DEFAULT_MEDIA_TYPE = 'application/octet-stream';

/** Returns the media type of a file by its name; `application/octet-stream` for unknown extensions. */
export function toMediaType(name: string): string {
  const [, extension = ''] = /\.([a-z0-9]+)$/i.exec(name) ?? [];
  const lowerCaseExtension = extension.toLowerCase();
  return Object.hasOwn(MEDIA_TYPE_BY_EXTENSION, lowerCaseExtension)
    ? (MEDIA_TYPE_BY_EXTENSION[lowerCaseExtension] ?? DEFAULT_MEDIA_TYPE)
    : DEFAULT_MEDIA_TYPE;
}
