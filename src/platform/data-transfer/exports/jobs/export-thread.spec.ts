import { setTimeout as wait } from 'node:timers/promises';
import { ExportThread } from './export-thread';

const files = { filesUrl: 'file:nowhere', s3Region: '' };
const task = {
  databaseUrl: '',
  maxWalBytes: 2 ** 30,
  files,
  types: [],
  since: null,
  userId: null,
  gzip: false,
  language: 'en',
};

describe('ExportThread', () => {
  it('ends an export that is aborted before its first bytes are read', async () => {
    const thread = new ExportThread();
    const late = async (content: AsyncIterable<Uint8Array>): Promise<void> => {
      await wait(50);
      for await (const bytes of content) expect(bytes).toBeUndefined();
    };
    await expect(thread.run(task, late, AbortSignal.abort())).rejects.toThrow('ended early');
    await thread.end();
  });
});
