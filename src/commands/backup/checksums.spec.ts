import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKSUM_FILE, verifyChecksums, writeChecksums } from './checksums';

describe('the checksums of a backup', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'checksums-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it.each(['a.txt', 'a\u2028b', 'a\u2029b', 'a\u0085b', 'a\nb', 'a\rb', 'a\\nb', ' a ', 'é👕'])(
    'cover a file that is called %j',
    async (name) => {
      writeFileSync(join(folder, name), 'content');
      const { files, sha256 } = await writeChecksums(folder);
      expect(files).toBe(1);
      await verifyChecksums(folder, sha256, []);
      execFileSync('sha256sum', ['--check', '--strict', '--quiet', CHECKSUM_FILE], { cwd: folder });
      writeFileSync(join(folder, name), 'changed');
      await expect(verifyChecksums(folder, sha256, [])).rejects.toThrow('is damaged');
    },
  );
});
