/** @engine */
import { badPath, call, done, ManagedFiles, refusal } from './managed-files';

/** Paths that some system could not keep: only what exists can have them. */
const UNPORTABLE_PATHS: readonly string[] = [
  'foto:1.jpg',
  'leg acy./b.txt',
  'line\nbreak',
  'tab\there',
  'bell\u0007',
  'turned\u202egpj.exe',
  `${'d/'.repeat(32)}x`,
  'con',
  'NUL.txt',
  'com1',
  'dot.',
  'blank ',
  'a*',
  'a?',
  'x.php:aaa',
];

describe('Names of other programs', () => {
  let files: ManagedFiles;

  beforeAll(async () => {
    files = await ManagedFiles.start();
  });

  beforeEach(() => {
    files.raw.clear();
    files.put('a.txt', 'first');
  });

  afterAll(() => files.stop());

  it.each(UNPORTABLE_PATHS)('finds %j if it exists, and creates nothing like it', async (path) => {
    await files.refuses(call('createDirectory', { directory: path }), badPath('directory'));
    for (const operation of ['copy', 'move'])
      await files.refuses(call(operation, { from: 'a.txt', to: path }), badPath('to'));
    expect(await files.typeOf(path)).toBe('nothing');
    await files.refuses(call('remove', { file: path }), refusal(404, 'file.notFound'));

    files.put(path, 'of another program');
    expect(await files.typeOf(path)).toBe('file');
    const { body } = await files.run('download', { file: path });
    expect(Buffer.from(String(body['file']), 'base64').toString()).toBe('of another program');
    await files.refuses(call('move', { from: path, to: `x/${path}` }), badPath('to'));
    expect(await files.run('copy', { from: path, to: 'copied.txt' })).toEqual(done);
    expect(await files.run('move', { from: path, to: 'moved.txt' })).toEqual(done);
    expect([files.text('copied.txt'), files.text('moved.txt')]).toEqual(
      Array(2).fill('of another program'),
    );
    files.put(path, 'again');
    expect(await files.run('remove', { file: path })).toEqual(done);
    expect(await files.typeOf(path)).toBe('nothing');
  });

  it('finds, moves and removes folders with such names', async () => {
    for (const folder of ['leg acy.', 'a:b/c?']) {
      files.put(`${folder}/b.txt`, 'inside');
      expect(await files.typeOf(folder)).toBe('folder');
      await files.refuses(
        call('removeDirectory', { directory: folder }),
        refusal(409, 'folder.notEmpty'),
      );
      expect(await files.run('move', { from: folder, to: 'kept' })).toEqual(done);
      expect(files.text('kept/b.txt')).toBe('inside');
      files.put(`${folder}/b.txt`, 'inside');
      expect(await files.run('removeDirectory', { directory: folder, force: true })).toEqual(done);
      expect(await files.run('removeDirectory', { directory: 'kept', force: true })).toEqual(done);
      expect(await files.typeOf(folder)).toBe('nothing');
    }
  });

  it('finds files that were stored in another form of Unicode', async () => {
    const decomposed = 'cafe\u0301/the\u0301.txt';
    files.put(decomposed, 'decomposed');
    expect(await files.typeOf(decomposed)).toBe('file');
    expect(await files.typeOf('caf\u00e9/th\u00e9.txt')).toBe('nothing');
    expect(await files.run('move', { from: decomposed, to: 'the\u0301.txt' })).toEqual(done);
    expect(files.text('th\u00e9.txt')).toBe('decomposed');
    const directory = 'cafe\u0301';
    expect(await files.run('removeDirectory', { directory })).toEqual(done);
    expect(await files.typeOf(directory)).toBe('nothing');
  });
});
