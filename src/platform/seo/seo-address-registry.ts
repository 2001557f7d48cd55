import { Injectable } from '@nestjs/common';
import { defineError } from '../../core/errors';
import { DataAccess, mapViolations } from '../../database';
import { SeoAddress } from './seo-address.entity';

/** The numbers are stored, so they can't be changed or reused. */
const pageModuleNumbers = { news: 1 } as const;

/** A module whose records are pages of the store. */
export type PageModuleName = keyof typeof pageModuleNumbers;

/** 409: addresses are unique across all modules and languages. */
export const UrlSeoTaken = defineError<{ urlSeo: string; pointer: string }>({
  code: 'urlSeo.taken',
  status: 409,
  title: 'The SEO address is taken',
  remedy: 'Choose another address.',
  detail: ({ urlSeo }) => `Another page of the store has the address ${JSON.stringify(urlSeo)}.`,
});

/** The register of all SEO addresses (specification, News: unique across all modules and languages). */
@Injectable()
export class SeoAddressRegistry {
  constructor(private readonly dataAccess: DataAccess) {}

  /**
   * Replaces the addresses of a record, inside a unit of work.
   * @param texts texts of the record per language; an empty or absent address is ignored
   * @param toPointer JSON pointer of a text's address
   * @throws UrlSeoTaken
   */
  async replace<T extends { readonly urlSeo?: string }>(
    moduleName: PageModuleName,
    recordId: number,
    texts: readonly T[],
    toPointer: (text: T) => string,
  ): Promise<void> {
    await this.remove(moduleName, recordId);
    for (const text of texts) {
      const { urlSeo = '' } = text;
      if (urlSeo === '') continue;
      const row = { urlSeo, module: pageModuleNumbers[moduleName], recordId };
      await mapViolations(() => this.dataAccess.writer.insert(SeoAddress, [row]), {
        unique: () => new UrlSeoTaken({ urlSeo, pointer: toPointer(text) }),
      });
    }
  }

  /** Frees the addresses of a record, inside a unit of work. */
  async remove(moduleName: PageModuleName, recordId: number): Promise<void> {
    await this.dataAccess.writer.remove(SeoAddress, {
      module: pageModuleNumbers[moduleName],
      recordId,
    });
  }
}
