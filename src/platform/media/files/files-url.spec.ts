import { ConfigurationError } from '../../../config/configuration';
import { parseFilesUrl } from './files-url';

describe('parseFilesUrl', () => {
  it.each([
    ['file:./data/files', { kind: 'local', folder: './data/files' }],
    ['file:/srv/my files', { kind: 'local', folder: '/srv/my files' }],
    ['file:///srv/files', { kind: 'local', folder: '/srv/files' }],
    ['file:C:\\files', { kind: 'local', folder: 'C:\\files' }],
    ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '' }],
    ['s3://bucket/', { kind: 's3', bucket: 'bucket', prefix: '' }],
    ['s3://my.bucket-1/a/b c/', { kind: 's3', bucket: 'my.bucket-1', prefix: 'a/b c' }],
  ])('parses %j', (text, expected) => {
    expect(parseFilesUrl(text)).toEqual(expected);
  });

  it.each([
    'file:',
    'file://host/files',
    's3://',
    's3:///a',
    's3://b',
    's3://bucket//a',
    'ftp://a',
  ])('rejects %j', (text) => {
    expect(() => parseFilesUrl(text)).toThrow(ConfigurationError);
  });

  it('shows no secret key of an invalid address', () => {
    const read = (): unknown => parseFilesUrl('s3://key:wOrd@bucket/prefix');
    expect(read).toThrow('it is "s3://***@bucket/prefix"');
  });
});
