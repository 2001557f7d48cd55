import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { PrometheusMetrics } from '../../../src/platform/observability/metrics/prometheus-metrics';
import { isLong } from '../../support/random/cases';
import { childrenOf } from '../../support/servers/child-processes';
import {
  exif,
  orientedPicture,
  photo,
  picture,
  quartersBmp,
  readQuarters,
  withExif,
} from '../../support/pictures/pictures';
import { MASTER_KEY } from '../../support/service/service';
import { ImageUploads } from './image-uploads';

const MEBIBYTE = 1024 * 1024;

/** The service with either codec; src/platform/media/images compares their pictures. */
describe.each(isLong ? ['sharp', 'jimp'] : ['sharp'])('uploadImage with %s', (codec) => {
  let images: ImageUploads;
  beforeAll(async () => {
    images = await ImageUploads.start({ IMAGE_CODEC: codec });
  });
  afterAll(() => images.stop());

  it('takes every type by its content, whatever it is called', async () => {
    const types: [string, Buffer, string][] = [
      [
        'a.png',
        withExif(await orientedPicture(6).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(), exif(6)),
        'jpg jpg',
      ],
      ['b.jpg', await picture().png().toBuffer(), 'png png'],
      ['c.txt', await picture().gif().toBuffer(), 'gif png'],
      ['d.tar.gz', quartersBmp(64, 48), 'bmp png'],
      ['e', await picture().tiff({ compression: 'lzw' }).toBuffer(), 'tiff png'],
    ];
    const names: string[] = [];
    for (const [name, bytes, expected] of types) {
      const text = `data:image/webp;base64,${bytes.toString('base64').replace(/.{76}/g, '$&\r\n')}`;
      const { largeImage } = await images.upload(
        { name, destination: { destination: 'types' } },
        text,
      );
      const { clientFileExt, fileName } = largeImage.image;
      expect(`${clientFileExt} ${fileName.split('.').at(-1)}`).toBe(expected);
      expect([name, await images.sizeOf(largeImage)]).toEqual([name, '64 x 48']);
      expect([name, await readQuarters(images.bytesOf(largeImage))]).toEqual([name, [0, 1, 2, 3]]);
      names.push(fileName);
    }
    expect(names).toEqual([
      ...['a_large.jpg', 'b_large.png', 'c.txt_large.png', 'd.tar.gz_large.png', 'e_large.png'],
    ]);
  });

  it('answers others while it is at work', async () => {
    const bytes = await photo(3000, 2000).jpeg({ quality: 95 }).toBuffer();
    const large = images.request(
      { name: 'large' },
      Buffer.concat([bytes, Buffer.alloc(16 * MEBIBYTE)]),
    );
    const { hardened } = images.files;
    const answer = hardened.send(large);
    let [isDone, read] = [false, 0];
    void answer.finally(() => (isDone = true));
    while (!isDone) {
      expect((await hardened.send({ path: '/v1/languages' })).status).toBe(200);
      read += 1;
      // Reads without a break would take the processor from the thread that makes the image.
      await pause(20);
    }
    expect((await answer).status).toBe(201);
    // Were the image made on the loop that answers, one read would be answered, or two.
    expect(read).toBeGreaterThan(3);
  });
  // Which processes there are is seen in /proc.
  (process.platform === 'linux' ? it : it.skip)(
    'ends the work on a picture whose client has gone, and begins with none that waits',
    async () => {
      const { app } = images.files.hardened.service;
      const inHand = async (): Promise<string | undefined> =>
        /^store_images_in_flight (\d+)$/m.exec(
          await app.get(PrometheusMetrics).formatMetrics(),
        )?.[1];
      // Two of them are read at once.
      const bytes = await photo(2000, 1500).png().toBuffer();
      const whole = { resize: false };
      const params = { largeImage: whole, mediumImage: whole, smallImage: whole };
      const fields = { name: 'left', destination: { destination: 'left' }, params };
      await images.upload({ name: 'first' });
      const [child] = childrenOf(process.pid);
      const clients = [1, 2].map(() => begun(images, fields, bytes));
      while ((await inHand()) !== '2') await pause(20);
      for (const client of clients) client.destroy();
      while ((await inHand()) !== '0') await pause(20);
      expect(childrenOf(process.pid)).not.toContain(child);
      await images.upload({ name: 'last' });
      expect(images.namesIn('.')).not.toContain('left');
      expect(images.files.staged()).toBe(0);
    },
  );
});

/** An upload that was sent to the process of the spec itself, and waits for its answer. */
function begun(images: ImageUploads, fields: object, bytes: Buffer): ClientRequest {
  const { path, body } = images.request(fields, bytes);
  const { port } = images.files.hardened.service.app.getHttpServer().address() as AddressInfo;
  const headers = { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' };
  const sent = request({ port, path, method: 'POST', headers });
  // The answer is ignored.
  sent.on('error', () => undefined);
  return sent.end(body);
}
