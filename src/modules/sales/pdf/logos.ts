import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../core/errors';
import { FileStore, parsePath } from '../../../platform/media/files';

/** Of a logo, which becomes a part of every document. */
const MAX_BYTES = 1024 * 1024;

/** Logos of headquarters: files of the store. Nothing is fetched from anywhere else. */
@Injectable()
export class Logos {
  constructor(private readonly files: FileStore) {}

  /**
   * The bytes of a headquarter's logo.
   * @param logo as it was imported: a path in the file store; a URL or anything else is no logo
   * @returns undefined where no such file can be read, or it is too large: a document needs no logo
   */
  async read(logo: string): Promise<Uint8Array | undefined> {
    if (logo === '') return undefined;
    try {
      const path = parsePath(logo, '/logo');
      const found = await this.files.stat(path);
      if (found?.kind !== 'file' || found.size > MAX_BYTES) return undefined;
      const { content } = await this.files.read(path);
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }
}
