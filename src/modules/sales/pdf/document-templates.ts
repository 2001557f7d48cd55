import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Configuration, ConfigurationError } from '../../../config/configuration';
import type { PdfKind } from './labels/labels';
import type { TypstFiles } from './render/typst';

/** As far from what is built as from the sources. */
const SHIPPED_TEMPLATES_PATH = join(__dirname, '../../../../assets/documents');

/** Total size of the store's own files: a process gets them with each document. */
const MAX_OWN_BYTES = 4 * 1024 * 1024;

/** The templates of documents: those of the service, and the store's own files in their place (DOCUMENT_TEMPLATES). */
@Injectable()
export class DocumentTemplates {
  readonly shipped = readShippedTemplates();
  private readonly own: TypstFiles | undefined;
  private readonly broken = new Set<PdfKind>();

  /** @throws ConfigurationError that names a folder which can't be read or is too large */
  constructor({ documentTemplates: folder }: Configuration) {
    const own = folder === undefined ? undefined : readOwnFiles(folder);
    this.own = own && new Map([...this.shipped, ...own]);
  }

  /** Whether the store has files of its own. */
  get hasOwnTemplates(): boolean {
    return this.own !== undefined;
  }

  /** The files of a kind of document: the shipped ones alone where its template is broken. */
  getFiles(kind: PdfKind): TypstFiles {
    return this.own && !this.broken.has(kind) ? this.own : this.shipped;
  }

  markBroken(kind: PdfKind): void {
    this.broken.add(kind);
  }
}

/** The templates of the service. */
export function readShippedTemplates(): TypstFiles {
  return readFiles(SHIPPED_TEMPLATES_PATH);
}

function readOwnFiles(folder: string): TypstFiles {
  let files: TypstFiles;
  try {
    files = readFiles(folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const message = `DOCUMENT_TEMPLATES: ${folder} can't be read (${code})`;
    throw new ConfigurationError(message, { cause: error });
  }
  const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_OWN_BYTES) {
    throw new ConfigurationError(`DOCUMENT_TEMPLATES: ${folder} holds more than 4 MiB`);
  }
  return files;
}

/** The files of a folder and of those in it, by their paths below it; links are left out, as they lead elsewhere. */
function readFiles(folder: string): TypstFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return new Map(
    paths.map((path) => [relative(folder, path).replaceAll(sep, '/'), readFileSync(path)]),
  );
}
