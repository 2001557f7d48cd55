import { openS3Bucket } from './file-store-settings';

jest.mock('@aws-sdk/client-s3', () => {
  throw new Error("Cannot find module '@aws-sdk/client-s3'");
});

describe('A bucket', () => {
  it("can't be opened without the S3 package", async () => {
    await expect(openS3Bucket('files', { filesUrl: 's3://files/a', s3Region: '' })).rejects.toThrow(
      'FILES_URL must be file:<folder> unless the package @aws-sdk/client-s3 is installed',
    );
  });
});
