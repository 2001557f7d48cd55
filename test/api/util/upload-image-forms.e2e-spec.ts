import { randomUUID } from 'node:crypto';
import { field, file, form, FORM_TYPE, type Part } from '../../support/multipart';
import { picture } from '../../support/pictures/pictures';
import type { ExactAnswer, ExactRequest } from '../conventions/requests/exact-request';
import { jsonRequest, type Refusal } from '../conventions/requests/refusals';
import { type Answer, ImageUploads, PATH } from './image-uploads';

const MEBIBYTE = 1024 * 1024;

const invalid = (...faults: string[]): Refusal => ({
  status: 400,
  code: 'request.invalid',
  faults,
});

describe('uploadImage as a form', () => {
  let images: ImageUploads;
  beforeAll(async () => {
    images = await ImageUploads.start({
      IMAGE_MEDIUM: '300x100',
      IMAGE_MAX_PIXELS: '8000000',
      IMAGE_DESTINATION: 'back/office',
    });
  });
  afterAll(() => images.stop());

  /** The picture of the specs, unless another one is given. */
  const image = (bytes: Buffer | string = images.jpeg, name = 'C:\\my mug.jpg'): Part =>
    file(name, bytes, 'image');
  const fields = (values: Record<string, string>): Part[] =>
    Object.entries(values).map(([name, text]) => field(name, text));
  const basics = { main: 'true', name: 'mug.jpg' };
  const request = (parts: readonly Part[], headers: object = {}): ExactRequest => ({
    ...{ method: 'POST', path: PATH, body: form(...parts) },
    headers: { 'Content-Type': FORM_TYPE, ...headers },
  });
  const send = (parts: readonly Part[], headers: object = {}): Promise<ExactAnswer> =>
    images.files.hardened.send(request(parts, headers));
  const upload = async (values: Record<string, string>): Promise<Answer> => {
    const { status, text } = await send([...fields({ ...basics, ...values }), image()]);
    expect([status, text]).toEqual([201, expect.any(String)]);
    return JSON.parse(text) as Answer;
  };

  it('answers and stores what JSON does', async () => {
    const values = { autoDestination: 'true', overwrite: 'true' };
    const byForm = await upload(values);
    const stored = images.bytesOf(byForm.largeImage);
    const byJson = await images.upload({ autoDestination: true, overwrite: true });
    expect(byForm).toEqual(byJson);
    expect(images.bytesOf(byJson.largeImage).equals(stored)).toBe(true);
    expect(byForm.largeImage.destination).toBe('back/office');
    expect(images.files.staged()).toBe(0);
  });

  it('takes members of members by their paths, in any order around the file', async () => {
    const parts = [
      ...fields({ 'params.largeImage.width': '64', 'params.largeImage.pattern': 'big-*' }),
      image(),
      ...fields({
        ...{ ...basics, name: 'paths', createSmallImage: 'False' },
        ...{ 'destination.destination': 'forms', 'destination.mediumImageDestination': 'forms/m' },
        ...{ 'params.largeImage.quality': '0.5', 'params.mediumImage.forceSize': '1' },
        // Not filled in, as a page sends them.
        ...{ 'params.mediumImage.width': '', 'params.mediumImage.resize': '' },
        ...{ 'destination.largeImageDestination': '', 'params.mediumImage.pattern': '' },
      }),
    ];
    const { status, text } = await send(parts);
    expect(status).toBe(201);
    const { largeImage, mediumImage, smallImage } = JSON.parse(text) as Answer;
    expect(largeImage).toMatchObject({
      destination: 'forms',
      image: { clientFileName: 'paths', fileName: 'big-paths.jpg' },
    });
    expect(await images.sizeOf(largeImage)).toBe('64 x 48');
    expect(mediumImage.destination).toBe('forms/m');
    expect(await images.sizeOf(mediumImage)).toBe('300 x 100');
    expect(smallImage.image.success).toBe(false);
  });

  it('makes the variants of an additional image', async () => {
    const width = { 'params.additionalSmallImage.width': '32' };
    const root = { 'destination.destination': '/' };
    const answer = await upload({ main: 'false', name: 'more', ...width, ...root });
    expect(answer.largeImage.destination).toBe('.');
    expect(answer.mediumImage.image.success).toBe(false);
    expect(await images.sizeOf(answer.smallImage)).toBe('32 x 24');
  });

  it.each<[string, () => readonly Part[], Refusal]>([
    ['no picture', () => fields(basics), invalid('/image field.required')],
    [
      'a text for a picture',
      () => fields({ ...basics, image: 'aGVsbG8=' }),
      invalid('/image form.noFile'),
    ],
    [
      'an empty name',
      () => [...fields({ ...basics, name: '' }), image()],
      invalid('/name field.required'),
    ],
    ['nothing else', () => [image()], invalid('/main field.required', '/name field.required')],
    [
      'what is none of it',
      () => [
        ...fields({ ...basics, colour: 'red', data: '{}', params: '{}', __proto__x: '' }),
        ...fields({ 'params.largeImage.colour': 'red', 'params.largeImage': '1' }),
        image(),
      ],
      invalid(
        ...[
          '/__proto__x field.unknown',
          '/colour field.unknown',
          '/data field.unknown',
          '/params value.type',
          '/params.largeImage field.unknown',
        ],
        '/params.largeImage.colour field.unknown',
      ),
    ],
    [
      'wrong types and ranges',
      () => [
        ...fields({ ...basics, main: 'maybe', 'params.smallImage.width': 'wide' }),
        ...fields({ 'params.largeImage.width': '0', 'params.largeImage.quality': '0.55' }),
        image(),
      ],
      invalid(
        ...[
          '/main value.type',
          '/params/largeImage/quality number.decimals',
          '/params/largeImage/width number.range',
        ],
        '/params/smallImage/width value.type',
      ),
    ],
    [
      'a field twice',
      () => [...fields(basics), field('name', 'again'), image()],
      invalid('/name value.type'),
    ],
    [
      'a text where other fields stand',
      () => [
        ...fields({ ...basics, params: '{}', 'params.largeImage.width': '9' }),
        ...fields({ 'destination.destination': 'a', destination: 'b' }),
        image(),
      ],
      invalid('/destination value.type', '/params value.type'),
    ],
    [
      'text that is no UTF-8',
      () => [field('main', 'true'), field('name', Buffer.from([0xff, 0x41])), image()],
      invalid('/name text.encoding'),
    ],
    [
      'names of files that can not be',
      () => [...fields({ ...basics, 'destination.destination': '../up' }), image()],
      invalid('/destination/destination path.invalid'),
    ],
    [
      'two pictures',
      () => [...fields(basics), image(), image()],
      { status: 413, code: 'form.tooManyFiles' },
    ],
    [
      'a file of another name',
      () => [...fields(basics), file('a.jpg', 'x', 'picture')],
      invalid('/picture field.unknown'),
    ],
    [
      'what is no image',
      () => [...fields(basics), image('hello')],
      { status: 422, code: 'image.unknown' },
    ],
    [
      'a picture of more than 20 MiB',
      () => [...fields(basics), image(Buffer.concat([images.jpeg, Buffer.alloc(20 * MEBIBYTE)]))],
      { status: 413, code: 'image.tooLarge' },
    ],
    [
      'a body of more than 32 MiB',
      () => [...fields(basics), image(Buffer.alloc(32 * MEBIBYTE))],
      { status: 413, code: 'body.tooLarge' },
    ],
  ])('refuses %s, and stores nothing', async (_name, parts, refusal) => {
    await images.files.refuses(request(parts()), refusal);
  });

  it('refuses what is neither a form nor JSON, and forms that break off', async () => {
    const whole = form(...fields(basics), image());
    const broken = { ...request([]), body: whole.subarray(0, whole.length - 20) };
    await images.files.refuses(broken, { status: 400, code: 'form.malformed' });
    const other = { ...request([]), headers: { 'Content-Type': 'text/plain' }, body: 'x' };
    const problem = await images.files.refuses(other, { status: 415, code: 'body.mediaType' });
    expect(problem.detail).toContain('application/json or multipart/form-data');
  });

  it('is for keys that may write files', async () => {
    const key = await images.files.hardened.service.createKey('files:read');
    const refused = { ...request([...fields(basics), image()]), key };
    await images.files.refuses(refused, { status: 403, code: 'scope.missing' });
  });

  describe('with an Idempotency-Key', () => {
    const again = 'idempotent-replayed';

    it('does its work once for the same parts, whatever stands between them', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const [main, name] = fields({ ...basics, name: 'once' }) as [Part, Part];
      const first = await send([main, name, image()], headers);
      const second = await send([image(), name, main], headers);
      // As a browser would send it the next time.
      const other = request([name, image(), main]);
      const boundary = `--${randomUUID()}`;
      const text = (other.body as Buffer).toString('latin1');
      const third = await images.files.hardened.send({
        ...other,
        body: Buffer.from(text.replaceAll('----form-of-the-specs', boundary), 'latin1'),
        headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      });
      expect([first.status, first.headers[again]]).toEqual([201, undefined]);
      for (const one of [second, third]) {
        expect([one.status, one.headers[again], one.text]).toEqual([201, 'true', first.text]);
      }
      expect(images.namesIn('back/office').filter((one) => one.startsWith('once'))).toHaveLength(3);
    });

    it('takes other parts, and JSON, for another request', async () => {
      const key = randomUUID();
      const headers = { 'Idempotency-Key': key };
      const values = { ...basics, name: 'other' };
      expect((await send([...fields(values), image()], headers)).status).toBe(201);
      const png = await picture(24, 18).png().toBuffer();
      const others = [
        request([...fields(values), image(png)], headers),
        request([...fields({ ...values, overwrite: 'true' }), image()], headers),
        request([...fields({ ...values, name: 'another' }), image()], headers),
        {
          ...jsonRequest(PATH, {
            data: { main: true, name: 'other', image: images.jpeg.toString('base64') },
          }),
          headers: { 'Content-Type': 'application/json', ...headers },
        },
      ];
      for (const one of others) {
        await images.files.refuses(one, { status: 422, code: 'idempotency.keyReused' });
      }
    });
  });
});
