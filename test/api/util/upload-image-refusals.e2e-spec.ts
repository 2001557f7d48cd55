import {
  FileStore,
  FileStoreFull,
  FolderNotFound,
  parsePath,
} from '../../../src/platform/media/files';
import { photo, picture, pixelBombs } from '../../support/pictures/pictures';
import { jsonRequest, type Refusal } from '../conventions/requests/refusals';
import { ImageUploads, PATH } from './image-uploads';

const MEBIBYTE = 1024 * 1024;

const invalid = (...faults: string[]): Refusal => ({
  status: 400,
  code: 'request.invalid',
  faults: faults.map((fault) => `/data${fault}`),
});

describe('uploadImage, where it refuses', () => {
  let images: ImageUploads;
  beforeAll(async () => {
    images = await ImageUploads.start({
      IMAGE_MEDIUM: '300x100',
      IMAGE_MAX_PIXELS: '8000000',
      IMAGE_DESTINATION: 'back/office',
    });
  });
  afterAll(() => images.stop());

  it('refuses what is no request for an image, and stores nothing', async () => {
    const cases: [object, ...string[]][] = [
      [{ main: undefined, name: undefined }, '/main field.required', '/name field.required'],
      [{ image: undefined }, '/image field.required'],
      [{ image: 5, name: 5 }, '/image value.type', '/name value.type'],
      [
        { overwrite: 'false', createLargeImage: 0 },
        '/overwrite value.type',
        '/createLargeImage value.type',
      ],
      [{ extra: 1, params: { huge: {} } }, '/extra field.unknown', '/params/huge field.unknown'],
      [
        { destination: { destination: '../x', smallImageDestination: '//etc' } },
        '/destination/destination path.invalid',
        '/destination/smallImageDestination path.invalid',
      ],
      [
        { autoDestination: true, destination: { additionalSmallImageDestination: 'C:\\x' } },
        '/destination/additionalSmallImageDestination path.invalid',
      ],
      [
        { createLargeImage: false, createMediumImage: false, createSmallImage: false },
        ' image.noVariant',
      ],
      [{ name: '.jpg' }, '/name name.missing'],
      [
        { params: { smallImage: { width: 0, height: 10_001 } } },
        '/params/smallImage/width number.range',
        '/params/smallImage/height number.range',
      ],
      [
        { params: { smallImage: { width: 1.5, height: '9' } } },
        '/params/smallImage/width value.type',
        '/params/smallImage/height value.type',
      ],
      [
        { params: { smallImage: { quality: 0.15 }, largeImage: { quality: 0.05 } } },
        '/params/smallImage/quality number.decimals',
        '/params/largeImage/quality number.decimals',
      ],
      [
        { params: { smallImage: { quality: 1.1 }, largeImage: { quality: -0.1 } } },
        '/params/smallImage/quality number.range',
        '/params/largeImage/quality number.range',
      ],
      [
        {
          params: {
            largeImage: { forceSize: true, height: 10_000 },
            smallImage: { forceSize: true, height: 4000, width: 4000 },
          },
        },
        '/params/largeImage/forceSize number.range',
        '/params/smallImage/forceSize number.range',
      ],
      [
        { params: { smallImage: { pattern: 'x*y*' }, largeImage: { pattern: '**' } } },
        '/params/smallImage/pattern text.pattern',
        '/params/largeImage/pattern text.pattern',
      ],
      [{ params: { smallImage: { pattern: '.jpg' } } }, '/params/smallImage/pattern name.missing'],
      [
        { params: { mediumImage: { pattern: 'one' }, smallImage: { pattern: 'one.gif' } } },
        '/params/smallImage/pattern image.sameFile',
      ],
      [
        { params: { smallImage: { pattern: '*/x' }, largeImage: { pattern: '../*' } } },
        '/params/smallImage/pattern path.invalid',
        '/params/largeImage/pattern path.invalid',
      ],
      [
        { params: { smallImage: { pattern: '*_x' }, largeImage: { pattern: '*_x' } } },
        '/params/smallImage/pattern image.sameFile',
      ],
      ...['../x', 'a/b', 'x\\y', 'nul', 'a:b', 'x\u0000', 'n'.repeat(250)].map(
        (name): [object, string] => [
          { name },
          name.includes('\u0000') ? '/name format.text' : '/name path.invalid',
        ],
      ),
      ...[
        '',
        '=',
        'no picture',
        'http://169.254.169.254/x.png',
        'file:///etc/passwd',
        'data:image/png,x',
        '/9j/4A===',
      ].map((image): [object, string] => [{ image }, '/image format.base64']),
    ];
    for (const [fields, ...faults] of cases) await images.refuses(fields, invalid(...faults));
    await images.refuses({ name: 'x'.repeat(256) }, invalid('/name text.tooLong'));
    await images.refuses({ name: 'mug\u200b.png' }, invalid('/name path.invalid'));
    await images.refuses(
      { destination: { destination: 'mugs\u200b' } },
      invalid('/destination/destination path.invalid'),
    );
    await images.refuses(
      { destination: { destination: 'mugs/x.php/small' } },
      {
        status: 415,
        code: 'file.executable',
        faults: ['/data/destination/destination file.executable'],
      },
    );
    for (const name of ['shell.php', 'shell.php.jpg', 'a.phtml.png', 'x.jsp;.jpg'])
      await images.refuses(
        { name, params: { smallImage: { pattern: '*' } } },
        { status: 415, code: 'file.executable', faults: ['/data/name file.executable'] },
      );
    // The stored file is not a program: shell.php_small.jpg.
    expect((await images.upload({ name: 'shell.php' })).smallImage.image.success).toBe(true);
    for (const body of [null, [], {}, { data: null }, { data: [] }, { image: 'x' }])
      await images.files.refuses(jsonRequest(PATH, body), { status: 400, code: 'request.invalid' });
    expect(images.files.staged()).toBe(0);
  });

  it('refuses images that are none, are damaged or too large', async () => {
    const at = (status: number, code: string): Refusal => ({
      status,
      code,
      faults: [`/data/image ${code}`],
    });
    await images.refuses(
      {},
      at(422, 'image.unknown'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    );
    await images.refuses({}, at(422, 'image.unknown'), 'A'.repeat(1000));
    await images.refuses({}, at(422, 'image.undecodable'), images.jpeg.subarray(0, -300));
    const png = await photo(50, 50).png().toBuffer();
    await images.refuses(
      {},
      at(422, 'image.undecodable'),
      Buffer.concat([png.subarray(0, 500), png.subarray(600)]),
    );
    const before = process.memoryUsage.rss();
    const narrow = await picture(1, 40_000).png().toBuffer();
    for (const bomb of [...Object.values(pixelBombs()), narrow]) {
      await images.refuses({}, at(413, 'image.tooManyPixels'), bomb);
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MEBIBYTE);
    await images.refuses(
      {},
      at(413, 'image.tooManyPixels'),
      await picture(4000, 2001).png().toBuffer(),
    );
    await images.refuses(
      {},
      at(413, 'image.tooLarge'),
      Buffer.concat([images.jpeg, Buffer.alloc(20 * MEBIBYTE)]),
    );
    const most = Buffer.concat([images.jpeg, Buffer.alloc(20 * MEBIBYTE - images.jpeg.length)]);
    expect((await images.upload({ name: 'most' }, most)).largeImage.image.success).toBe(true);
    const beyond = Buffer.concat([
      Buffer.from('{"data":{"image":"'),
      Buffer.alloc(32 * MEBIBYTE, 'A'),
    ]);
    await images.files.refuses(jsonRequest(PATH, beyond), {
      status: 413,
      code: 'body.tooLarge',
      faults: [],
    });
    const structure = `{"data":${'[[],[]],'.repeat(2_000_000)}`;
    await images.files.refuses(jsonRequest(PATH, structure), {
      ...{ status: 400, code: 'request.invalid', faults: [' json.tooMany'] },
    });
    const long = JSON.stringify({
      data: { image: 'A'.repeat(2 * MEBIBYTE), x: Array(1001).fill(1) },
    });
    await images.files.refuses(jsonRequest(PATH, long), {
      ...{ status: 400, code: 'request.invalid', faults: ['/data/x json.tooMany'] },
    });
    await images.files.refuses(
      { ...images.request({}), key: null },
      { status: 401, code: 'credentials.missing' },
    );
  });

  it('stores nothing when the store can not', async () => {
    const store = images.files.hardened.service.app.get(FileStore);
    const stage = jest.spyOn(store, 'stage').mockImplementationOnce(store.stage.bind(store));
    stage.mockRejectedValueOnce(new FileStoreFull());
    await images.refuses(
      { destination: { destination: 'full/of/it' } },
      { status: 507, code: 'fileStore.full' },
    );
    stage.mockRestore();
    const publish = jest.spyOn(store, 'publish').mockRejectedValueOnce(new FileStoreFull());
    await images.refuses(
      { destination: { destination: 'full/of/it' } },
      { status: 507, code: 'fileStore.full' },
    );
    expect(images.files.staged()).toBe(0);
    expect(images.namesIn('.')).not.toContain('full');
    // A folder that somebody removes meanwhile is made again.
    publish.mockRejectedValueOnce(new FolderNotFound({ path: parsePath('again', '') }));
    await images.upload({ destination: { destination: 'again' } });
    expect(images.namesIn('again')).toHaveLength(3);
    publish.mockRestore();
  });

  it('is for keys that may write files', async () => {
    const { service } = images.files.hardened;
    const request = { ...images.request({ name: 'mine' }) };
    const refused = { ...request, key: await service.createKey('util:write', 'files:read') };
    await images.files.refuses(refused, { status: 403, code: 'scope.missing' });
    const allowed = { ...request, key: await service.createKey('files:write') };
    expect((await images.files.hardened.send(allowed)).status).toBe(201);
  });
});
