import { open } from 'node:fs/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Configuration, ConfigurationError } from '../../../config/configuration';
import { readFont } from './render/font-file';

/** First bytes of font files: TrueType (also Apple's), OpenType, collections of them, WOFF2. */
const FONT_SIGNATURES = ['\0\x01\0\0', 'true', 'OTTO', 'ttcf', 'wOF2'];

/** The store's custom font files (PDF_FONTS). */
@Injectable()
export class CustomFonts implements OnModuleInit {
  constructor(private readonly configuration: Configuration) {}

  get paths(): readonly string[] {
    return this.configuration.pdfFonts ?? [];
  }

  /** Checks the files. @throws ConfigurationError with the path of a file that can't be read or isn't a font */
  async onModuleInit(): Promise<void> {
    for (const path of this.paths) {
      if (!FONT_SIGNATURES.includes(await readSignature(path))) {
        throw new ConfigurationError(
          `PDF_FONTS: ${path} is not a TrueType, OpenType or WOFF2 font`,
        );
      }
      await requireReadableFont(path);
    }
  }
}

/** Reads a font in the same way as the rendering processes. @throws ConfigurationError for a damaged file */
async function requireReadableFont(path: string): Promise<void> {
  try {
    await readFont(path);
  } catch (error) {
    throw new ConfigurationError(`PDF_FONTS: ${path} is damaged`, { cause: error });
  }
}

async function readSignature(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4) });
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`PDF_FONTS: ${path} can't be read (${code})`, { cause: error });
  }
}
