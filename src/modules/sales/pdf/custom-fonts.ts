import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Configuration, ConfigurationError } from '../../../config/configuration';
import { readFont } from './render/font-file';

/** The store's custom font files (PDF_FONTS). */
@Injectable()
export class CustomFonts implements OnModuleInit {
  constructor(private readonly configuration: Configuration) {}

  get paths(): readonly string[] {
    return this.configuration.pdfFonts ?? [];
  }

  /**
   * Reads the files in the same way as the rendering processes.
   * @throws ConfigurationError with the path of a file that can't be read or isn't a font
   */
  async onModuleInit(): Promise<void> {
    for (const path of this.paths) {
      try {
        await readFont(path);
      } catch (cause) {
        const { code = '', syscall } = cause as NodeJS.ErrnoException;
        const problem =
          syscall === undefined
            ? 'is damaged, or not a TrueType, OpenType or WOFF2 font'
            : `can't be read (${code})`;
        throw new ConfigurationError(`PDF_FONTS: ${path} ${problem}`, { cause });
      }
    }
  }
}
