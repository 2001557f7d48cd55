import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../core/errors';
import { FileStore, parsePath } from '../../../platform/media/files';

/** Maximum size of a logo, which becomes a part of every document. */
const MAX_LOGO_BYTES = 1024 * 1024;

/** Reads the logos of headquarters, only from the file store. */
@Injectable()
export class LogoReader {
  constructor(private readonly files: FileStore) {}

  /**
   * Reads a headquarter's logo.
   * @param logo imported value: a path in the file store; URLs and other values are ignored
   * @returns the bytes; undefined if the file can't be read or is too large, because a logo is optional
   */
  async read(logo: string): Promise<Uint8Array | undefined> {
    if (logo === '') return undefined;
    try {
      const path = parsePath(logo, '/logo');
      const found = await this.files.stat(path);
      if (found?.kind !== 'file' || found.size > MAX_LOGO_BYTES) return undefined;
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
