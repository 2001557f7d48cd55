import { getCallerId } from '../../../src/core/actor-context';
import { ImageCodec } from '../../../src/platform/media/images';
import { TaskProcess } from '../../../src/processes/task-process';
import { UploadImageService } from '../../../src/modules/util/upload-image/upload-image.service';
import { photo, picture, readQuarterColours, readQuarters } from '../../support/pictures/pictures';
import { until } from '../../support/until';
import type { ExactAnswer } from '../conventions/requests/exact-request';
import { expectProblem } from '../conventions/requests/refusals';
import { ImageUploads, PATH, type Uploaded } from './image-uploads';

const notMade: Uploaded = {
  destination: '',
  image: { clientFileExt: '', clientFileName: '', fileName: '', success: false },
};

describe('uploadImage', () => {
  let images: ImageUploads;
  beforeAll(async () => {
    images = await ImageUploads.start({
      IMAGE_MEDIUM: '300x100',
      IMAGE_MAX_PIXELS: '8000000',
      IMAGE_DESTINATION: 'back/office',
    });
  });
  afterAll(() => images.stop());

  it('makes the three variants of a main image, by the configuration', async () => {
    const answer = await images.upload({
      name: 'Red mug.JPEG',
      destination: { destination: 'a/b/' },
    });
    const image = (suffix: string): Uploaded => ({
      destination: 'a/b',
      image: {
        ...{ clientFileExt: 'jpg', clientFileName: 'Red mug.JPEG' },
        ...{ fileName: `Red mug_${suffix}.jpg`, success: true },
      },
    });
    expect(answer).toEqual({
      ...{ largeImage: image('large'), mediumImage: image('medium'), smallImage: image('small') },
    });
    expect(images.namesIn('a/b')).toEqual([
      'Red mug_large.jpg',
      'Red mug_medium.jpg',
      'Red mug_small.jpg',
    ]);
    const sizes = await Promise.all(Object.values(answer).map((one) => images.sizeOf(one)));
    expect(sizes).toEqual(['640 x 480', '133 x 100', '200 x 150']);
    for (const one of Object.values(answer))
      expect(await readQuarters(images.bytesOf(one))).toEqual([0, 1, 2, 3]);
    expect(images.files.staged()).toBe(0);
  });

  it('reads quality as quality: a higher one gives a larger file', async () => {
    const sizes: number[] = [];
    for (const quality of [0.1, 0.5, 1]) {
      const { largeImage } = await images.upload({
        name: `quality ${quality}`,
        params: { largeImage: { quality } },
      });
      sizes.push(images.bytesOf(largeImage).length);
    }
    expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
    expect(new Set(sizes).size).toBe(3);
  });

  it('makes the two variants of an additional image, which the answer calls large and small', async () => {
    const answer = await images.upload({ main: false, destination: { destination: 'extra' } });
    expect(answer.mediumImage).toEqual(notMade);
    expect(images.namesIn('extra')).toEqual([
      'mug_additional_large.jpg',
      'mug_additional_small.jpg',
    ]);
    expect(answer.largeImage.image.fileName).toBe('mug_additional_large.jpg');
    expect(answer.smallImage.image.fileName).toBe('mug_additional_small.jpg');
    // Flags of a main image have no effect on an additional one, and the other way round.
    const flags = { createLargeImage: false, createSmallImage: false };
    const one = {
      ...flags,
      createAdditionalSmallImage: false,
      destination: { destination: 'one' },
    };
    expect(await images.upload({ ...one, main: false })).toMatchObject({ smallImage: notMade });
    const { largeImage, mediumImage, smallImage } = await images.upload({ ...one, main: true });
    expect([largeImage, smallImage]).toEqual([notMade, notMade]);
    expect(mediumImage.image.success).toBe(true);
    expect(images.namesIn('one')).toEqual(['mug_additional_large.jpg', 'mug_medium.jpg']);
  });

  it('needs no more than the image, its name and whether it is a main one', async () => {
    const { largeImage, mediumImage, smallImage } = await images.upload({
      ...{ name: 'alone', destination: undefined },
    });
    for (const one of [largeImage, mediumImage, smallImage])
      expect(one).toMatchObject({ destination: 'back/office', image: { success: true } });
    const extra = await images.upload({ name: 'alone', main: false, destination: undefined });
    expect(extra).toMatchObject({
      largeImage: { destination: 'back/office' },
      mediumImage: notMade,
      smallImage: { destination: 'back/office' },
    });
    expect(images.namesIn('back/office')).toEqual(
      ['additional_large', 'additional_small', 'large', 'medium', 'small'].map(
        (kind) => `alone_${kind}.jpg`,
      ),
    );
  });

  it.each<[object, readonly [large: string, medium: string]]>([
    [{}, ['back/office', 'back/office']],
    [{ mediumImageDestination: 'dest/m' }, ['back/office', 'dest/m']],
    [{ smallImageDestination: 'dest/s' }, ['back/office', 'back/office']],
    [{ destination: '/dest/of//' }, ['dest/of', 'dest/of']],
    [{ destination: 'dest/', mediumImageDestination: '/dest/m/' }, ['dest', 'dest/m']],
    [{ destination: '' }, ['.', '.']],
    [{ destination: '/' }, ['.', '.']],
    [{ destination: 'dest', largeImageDestination: '.' }, ['.', 'dest']],
    [{ destination: 'dest', mediumImageDestination: '' }, ['dest', '.']],
  ])('takes the folders of %j', async (destination, [large, medium]) => {
    const fields = { createSmallImage: false, name: `folders ${Math.random()}`, destination };
    const { largeImage, mediumImage } = await images.upload(fields);
    expect([largeImage.destination, mediumImage.destination]).toEqual([large, medium]);
    for (const { destination: folder, image } of [largeImage, mediumImage])
      expect(images.namesIn(folder)).toContain(image.fileName);
  });

  // The medium box is 300x100, the small one 200x200; the picture has 640 x 480.
  it.each<[object, readonly [medium: string, small: string]]>([
    [{}, ['133 x 100', '200 x 150']],
    [{ width: 120 }, ['120 x 90', '120 x 90']],
    [{ width: 640 }, ['133 x 100', '267 x 200']],
    [{ height: 480 }, ['300 x 225', '200 x 150']],
    [{ width: 640, height: 480 }, ['640 x 480', '640 x 480']],
    [{ forceSize: true }, ['300 x 100', '200 x 200']],
    [{ forceSize: true, width: 33 }, ['33 x 100', '33 x 200']],
    [{ forceSize: true, height: 700 }, ['300 x 700', '200 x 700']],
    [{ forceSize: true, width: 1, height: 2 }, ['1 x 2', '1 x 2']],
    [{ forceSize: true, resize: false, width: 33 }, ['640 x 480', '640 x 480']],
  ])('fits %j by the configured box', async (variant, [medium, small]) => {
    const { mediumImage, smallImage } = await images.upload({
      ...{ name: 'boxes', createLargeImage: false, destination: { destination: 'boxes' } },
      params: { mediumImage: variant, smallImage: variant },
    });
    const sizes = await Promise.all([mediumImage, smallImage].map((one) => images.sizeOf(one)));
    expect(sizes).toEqual([medium, small]);
  });

  it('takes a pattern without a star for the whole name, which gets the numbers then', async () => {
    const fields = {
      ...{ name: 'cup', createMediumImage: false, destination: { destination: 'whole' } },
      params: { largeImage: { pattern: 'front.png' }, smallImage: { pattern: '', quality: 0 } },
    };
    const answers = await Promise.all(Array.from({ length: 30 }, () => images.upload(fields)));
    const names = answers.map(
      ({ largeImage, smallImage }) => `${largeImage.image.fileName} ${smallImage.image.fileName}`,
    );
    const expected = Array.from({ length: 30 }, (_, at) => (at === 0 ? '' : `-${at}`)).map(
      (number) => `front${number}.jpg cup${number}_small.jpg`,
    );
    expect(names.sort()).toEqual(expected.sort());
    expect(images.namesIn('whole')).toHaveLength(60);
    const over = await images.upload({ ...fields, overwrite: true });
    expect(over.largeImage.image.fileName).toBe('front.jpg');
    expect(images.namesIn('whole')).toHaveLength(60);
  });

  it('follows the options of each variant', async () => {
    const answer = await images.upload({
      destination: {
        ...{ destination: 'own', mediumImageDestination: 'own/m', smallImageDestination: '.' },
      },
      params: {
        largeImage: { resize: false, width: 10, flipHorizontally: true, pattern: '*' },
        mediumImage: { width: 50, height: 90, forceSize: true, pattern: 'm-*-x.png', quality: 0.1 },
        smallImage: { height: 24, flipVertically: true, quality: 0 },
      },
    });
    const { largeImage, mediumImage, smallImage } = answer;
    expect(
      [largeImage, mediumImage, smallImage].map(({ destination, image }) => [
        destination,
        image.fileName,
      ]),
    ).toEqual([
      ...[
        ['own', 'mug.jpg'],
        ['own/m', 'm-mug-x.jpg'],
        ['.', 'mug_small.jpg'],
      ],
    ]);
    expect(
      await Promise.all([largeImage, mediumImage, smallImage].map((one) => images.sizeOf(one))),
    ).toEqual([...['640 x 480', '50 x 90', '32 x 24']]);
    expect(await readQuarters(images.bytesOf(largeImage))).toEqual([1, 0, 3, 2]);
    expect(await readQuarters(images.bytesOf(smallImage))).toEqual([2, 3, 0, 1]);
    const auto = await images.upload({
      autoDestination: true,
      destination: { destination: 'not/here' },
    });
    expect(auto.largeImage.destination).toBe('back/office');
    expect(images.namesIn('.')).not.toContain('not');

    const noise = await photo(300, 200).jpeg({ quality: 95 }).toBuffer();
    const sizes = [0.1, 0.4, 0.8, 1].map(async (quality, index) => {
      const params = { largeImage: { quality } };
      const made = await images.upload(
        { name: `q${index}`, createSmallImage: false, params },
        noise,
      );
      return images.bytesOf(made.largeImage).length;
    });
    const lengths = await Promise.all(sizes);
    expect(lengths).toEqual([...lengths].sort((less, more) => less - more));
    const plain = await images.upload({ name: 'q' }, noise);
    expect(images.bytesOf(plain.largeImage).length).toBe(lengths[2]);
  });

  it('gives images of one name numbers, for all variants together, or replaces them', async () => {
    const both = {
      createSmallImage: false,
      destination: { destination: 'same', mediumImageDestination: 'same/m' },
    };
    const nameOf = async (fields: object): Promise<string> => {
      const { largeImage, mediumImage } = await images.upload({ ...both, ...fields });
      return `${largeImage.image.fileName} ${mediumImage.image.fileName}`;
    };
    expect(await nameOf({})).toBe('mug_large.jpg mug_medium.jpg');
    expect(await nameOf({})).toBe('mug-1_large.jpg mug-1_medium.jpg');
    // One name that is taken is enough, in whichever folder; a folder takes it, too.
    images.files.put('same/m/mug-2_medium.jpg');
    images.files.put('same/mug-3_large.jpg/within');
    expect(await nameOf({})).toBe('mug-4_large.jpg mug-4_medium.jpg');
    for (let number = 5; number < 60; number++) images.files.put(`same/mug-${number}_large.jpg`);
    expect(await nameOf({})).toBe('mug-60_large.jpg mug-60_medium.jpg');
    expect(images.namesIn('same/m')).toHaveLength(5);

    images.files.put('same/mug_large.jpg', 'old');
    expect(await nameOf({ overwrite: true })).toBe('mug_large.jpg mug_medium.jpg');
    expect(images.files.text('same/mug_large.jpg')).not.toBe('old');
    images.files.put('same/dish_large.jpg/within');
    await images.refuses(
      { ...both, name: 'dish', overwrite: true },
      { status: 409, code: 'file.isFolder' },
    );
    images.files.put('through', 'a file');
    await images.refuses(
      { destination: { destination: 'new/deep', smallImageDestination: 'through/x' } },
      {
        ...{ status: 409, code: 'folder.isFile' },
      },
    );
    expect(images.namesIn('.')).not.toContain('new');
  });

  it('loses none of 50 images of one name that come at once', async () => {
    const image = await picture(24, 18).png().toBuffer();
    const fields = {
      ...{ name: 'crowd', createMediumImage: false },
      destination: { destination: 'crowd', smallImageDestination: 'crowd/s' },
    };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => images.upload(fields, image)),
    );
    const numbers = answers.map(({ largeImage, smallImage }) => {
      const number = /^crowd(.*)_large\.png$/.exec(largeImage.image.fileName)?.[1];
      expect(smallImage.image.fileName).toBe(`crowd${number}_small.png`);
      return number;
    });
    const expected = ['', ...Array.from({ length: 49 }, (_, index) => `-${index + 1}`)];
    expect([...numbers].sort()).toEqual([...expected].sort());
    expect(images.namesIn('crowd')).toHaveLength(51);
    expect(images.namesIn('crowd/s')).toHaveLength(50);
    expect(images.files.staged()).toBe(0);

    // If uploads replace each other, one wins with all of its files.
    const both = [await picture(30, 30).png().toBuffer(), image];
    const replacing = {
      ...fields,
      overwrite: true,
      params: { largeImage: { resize: false }, smallImage: { resize: false } },
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => images.upload(replacing, both[index % 2])),
    );
    const sizes = ['crowd/crowd_large.png', 'crowd/s/crowd_small.png'].map(
      async (path) => (await readQuarterColours(images.files.raw.read(path))).width,
    );
    expect(new Set(await Promise.all(sizes)).size).toBe(1);
  });

  it('reads few images at a time, and sends away who finds too many waiting', async () => {
    const { hardened } = images.files;
    let release = (): void => undefined;
    const gate = new Promise<void>((open) => (release = open));
    const service = hardened.service.app.get(UploadImageService);
    const { upload } = service;
    // One picture for all: it is about those who wait.
    let made: ReturnType<typeof upload> | undefined;
    const held = jest.spyOn(service, 'upload').mockImplementation(async (dto) => {
      await gate;
      return (made ??= upload.call(service, dto));
    });
    const small = await picture(8, 6).png().toBuffer();
    const request = images.request({ name: 'queue' }, small);
    const answers = Array.from({ length: 76 }, () => hardened.send(request));
    const refused: ExactAnswer[] = [];
    for (const answer of answers)
      void answer.then((one) => one.status === 503 && refused.push(one));
    while (refused.length < 6) await new Promise((resolve) => setTimeout(resolve, 10));
    // Some room is left for others.
    expect(held).toHaveBeenCalledTimes(6);
    // Lists do not wait for images.
    expect((await hardened.send({ path: '/v1/news' })).status).toBe(200);
    release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    held.mockRestore();
    expect(statuses.filter((status) => status === 201)).toHaveLength(70);
    expect(refused).toHaveLength(6);
    for (const answer of refused) {
      expectProblem(answer, PATH, { status: 503, code: 'body.busy', faults: [] });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('serves callers in turn, however many pictures one of them sends', async () => {
    const { hardened } = images.files;
    const { app } = hardened.service;
    const run = Reflect.get(TaskProcess.prototype, 'run');
    const begun: string[] = [];
    const waiting: (() => void)[] = [];
    const made = jest.spyOn(TaskProcess.prototype, 'run').mockImplementation(async function (
      this: TaskProcess,
      ...task
    ) {
      begun.push(getCallerId());
      await new Promise<void>((resolve) => waiting.push(resolve));
      return run.apply(this, task);
    });
    const asked = jest.spyOn(app.get(ImageCodec), 'createVariants');
    try {
      const small = await picture(8, 6).png().toBuffer();
      const [many, few] = [
        await hardened.service.createKey('files:write'),
        await hardened.service.createKey('files:write'),
      ];
      const send = (key: string, name: string): Promise<ExactAnswer> =>
        hardened.send({ ...images.request({ name }, small), key });
      const answers = Array.from({ length: 12 }, () => send(many, 'many'));
      // As many as one caller may have in hand.
      await until(() => asked.mock.calls.length === 6);
      answers.push(send(few, 'few'));
      await until(() => asked.mock.calls.length === 7);
      const atOnce = begun.length;
      expect(new Set(begun).size).toBe(1);
      waiting.shift()?.();
      await until(() => begun.length > atOnce);
      // The caller that came last has the next turn.
      expect(new Set(begun).size).toBe(2);
      for (let left = true; left; left = begun.length < answers.length || waiting.length > 0) {
        waiting.shift()?.();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses).toEqual(statuses.map(() => 201));
    } finally {
      made.mockRestore();
      asked.mockRestore();
    }
  });
});
