import type { S3 as S3Client } from '@aws-sdk/client-s3';
import { type Configuration, ConfigurationError } from '../../../config/configuration';
import { S3Bucket } from './s3-bucket';

const CONNECTION_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;

/** The settings of the file store. */
export type FileStoreSettings = Pick<
  Configuration,
  'filesUrl' | 's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey'
>;

/** Returns only these settings, to pass them to another thread. */
export function pickFileStoreSettings(settings: FileStoreSettings): FileStoreSettings {
  const { filesUrl, s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = settings;
  return {
    filesUrl,
    s3Region,
    ...(s3Endpoint !== undefined && { s3Endpoint }),
    ...(s3AccessKeyId !== undefined && { s3AccessKeyId }),
    ...(s3SecretAccessKey !== undefined && { s3SecretAccessKey }),
  };
}

/**
 * Opens a bucket. The SDK is loaded only here, because only users of S3 need to install it.
 * @throws ConfigurationError if the SDK is not installed or there are no credentials
 */
export async function openS3Bucket(
  name: string,
  { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey }: FileStoreSettings,
): Promise<S3Bucket> {
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
    // Many servers don't support the newer checksums; some store them as part of the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
  });
  await requireCredentials(client);
  return new S3Bucket(client, name);
}

/** Checks the credentials at startup. Otherwise every call would fail, possibly hours later. */
async function requireCredentials(client: S3Client): Promise<void> {
  try {
    await client.config.credentials();
  } catch (error) {
    client.destroy();
    const remedy = 'set it and S3_SECRET_ACCESS_KEY, or give this machine a profile or a role';
    throw new ConfigurationError(
      `S3_ACCESS_KEY_ID: there are no credentials for the bucket of FILES_URL: ${remedy}`,
      { cause: error },
    );
  }
}
