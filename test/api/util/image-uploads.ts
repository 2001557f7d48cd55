import { join } from 'node:path';
import { picture, readQuarterColours } from '../../support/pictures/pictures';
import type { ExactRequest } from '../conventions/requests/exact-request';
import { jsonRequest, type Problem, type Refusal } from '../conventions/requests/refusals';
import { ManagedFiles } from '../file-manager/managed-files';

export const PATH = '/v1/util/uploadImage';

export interface Uploaded {
  readonly destination: string;
  readonly image: {
    readonly clientFileExt: string;
    readonly clientFileName: string;
    readonly fileName: string;
    readonly success: boolean;
  };
}

export type Answer = Readonly<Record<'largeImage' | 'mediumImage' | 'smallImage', Uploaded>>;

/** Default values of all requests of the specs. */
const basics = { main: true, name: 'mug.jpg', destination: { destination: 'shop' } };

/** The service with a file store of its own, for images. */
export class ImageUploads {
  private constructor(
    readonly files: ManagedFiles,
    /** 640 x 480, in four quarters. */
    readonly jpeg: Buffer,
  ) {}

  static async start(environment: Readonly<Record<string, string>>): Promise<ImageUploads> {
    const jpeg = await picture(640, 480).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
    const files = await ManagedFiles.start(environment);
    files.put('readme.txt');
    return new ImageUploads(files, jpeg);
  }

  stop(): Promise<void> {
    return this.files.stop();
  }

  /** @param image its bytes, or the text that is sent for them */
  request(fields: object, image: Buffer | string = this.jpeg): ExactRequest {
    const text = typeof image === 'string' ? image : image.toString('base64');
    return jsonRequest(PATH, { data: { ...basics, image: text, ...fields } });
  }

  async upload(fields: object, image?: Buffer | string): Promise<Answer> {
    const { status, text } = await this.files.hardened.send(this.request(fields, image));
    expect([status, text]).toEqual([201, expect.any(String)]);
    return JSON.parse(text) as Answer;
  }

  /** The request is refused so, and no file and no folder has changed. */
  refuses(fields: object, refusal: Refusal, image?: Buffer | string): Promise<Problem> {
    return this.files.refuses(this.request(fields, image), refusal);
  }

  bytesOf({ destination, image }: Uploaded): Buffer {
    return this.files.raw.read(join(destination, image.fileName));
  }

  async sizeOf(one: Uploaded): Promise<string> {
    const { width, height } = await readQuarterColours(this.bytesOf(one));
    return `${width} x ${height}`;
  }

  namesIn(folder: string): string[] {
    return this.files.raw.names(folder);
  }
}
