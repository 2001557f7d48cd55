import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderWithParents } from './create-folder-with-parents';

describe('createFolders', () => {
  let top: string;

  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'store-folders-'));
  });

  afterEach(() => {
    rmSync(top, { recursive: true });
  });

  it('creates missing parents, also with concurrent calls', async () => {
    const path = join(top, 'one/two/three');
    await Promise.all(Array.from({ length: 10 }, () => createFolderWithParents(path)));
    expect(statSync(path).isDirectory()).toBe(true);
    await createFolderWithParents(path);
  });

  it("doesn't create a folder inside a file or in place of it", async () => {
    const file = join(top, 'file');
    writeFileSync(file, '');
    await expect(createFolderWithParents(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(createFolderWithParents(join(file, 'in/it'))).rejects.toMatchObject({
      code: 'EEXIST',
    });
  });

  const onLinux = existsSync('/proc/self') ? it : it.skip;

  onLinux("fails if the file system doesn't support folders", async () => {
    await expect(createFolderWithParents('/proc/nothing/there')).rejects.toThrow(
      /mkdir '\/proc\/nothing'/,
    );
  });
});
