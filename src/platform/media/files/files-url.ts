import { hideCredentials } from '../../../core/hide-credentials';
import { ConfigurationError } from '../../../config/configuration';

/** The location of the files. */
export type FilesUrl =
  | { readonly kind: 'local'; readonly folder: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

/**
 * Parses `file:<folder>` (`file:./data/files`, `file:/srv/files`, `file:///srv/files`) or `s3://bucket/prefix`. Both
 * are used as written, without percent-decoding.
 * @throws ConfigurationError
 */
export function parseFilesUrl(text: string): FilesUrl {
  const [, folder] = /^file:(?:\/\/(?=\/))?(?!\/\/)(.+)$/.exec(text) ?? [];
  if (folder !== undefined) return { kind: 'local', folder };
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9._-]{1,61}[a-z0-9])(?:\/(.*))?$/i.exec(text) ?? [];
  const parts = prefix.replace(/\/$/, '').split('/');
  const isPrefixValid = parts.length === 1 || parts.every((part) => part !== '');
  if (bucket !== undefined && isPrefixValid) return { kind: 's3', bucket, prefix: parts.join('/') };
  throw new ConfigurationError(
    `FILES_URL must be file:<folder> or s3://bucket/prefix (it is ${JSON.stringify(hideCredentials(text))})`,
  );
}
