import { type Configuration, ConfigurationError } from '../../config/configuration';
import { S3Bucket } from './s3-bucket';

/** Milliseconds. */
const CONNECTION_TIMEOUT = 5_000;
const SILENCE = 60_000;

/**
 * Opens a bucket. The SDK is a package that only users of S3 need, so it is loaded only here.
 * @throws ConfigurationError when it is not installed, or half of the credentials is missing
 */
export async function openBucket(
  name: string,
  { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey }: Configuration,
): Promise<S3Bucket> {
  if ((s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined))
    throw new ConfigurationError(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set both, or none',
    );
  const { S3 } = await import('@aws-sdk/client-s3').catch(() => {
    throw new ConfigurationError(
      'FILES_URL must be file:<folder> unless the package @aws-sdk/client-s3 is installed',
    );
  });
  const client = new S3({
    region: s3Region,
    ...(s3Endpoint !== undefined && { endpoint: s3Endpoint, forcePathStyle: true }),
    ...(s3AccessKeyId !== undefined &&
      s3SecretAccessKey !== undefined && {
        credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey },
      }),
    // Many servers do not know the newer checksums; some store them along with the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT, socketTimeout: SILENCE },
  });
  return new S3Bucket(client, name);
}
