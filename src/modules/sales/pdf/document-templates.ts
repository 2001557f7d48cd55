import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Configuration, ConfigurationError } from '../../../config/configuration';
import type { PdfKind } from './labels/labels';
import type { TypstFiles } from './render/typst';

/** Folder of the bundled templates. Its relative path is the same from `src` and from `dist`. */
const BUNDLED_TEMPLATES_PATH = join(__dirname, '../../../../assets/documents');

/** Maximum total size of custom files, because a process receives them with each document. */
const MAX_CUSTOM_BYTES = 4 * 1024 * 1024;

/** Character with which Node.js replaces the bytes of a file name that aren't valid UTF-8. */
const REPLACEMENT_CHARACTER = '\ufffd';

/** The templates of documents: the bundled files, overridden by the custom files of DOCUMENT_TEMPLATES. */
@Injectable()
export class DocumentTemplates {
  readonly bundledFiles = readBundledTemplates();
  private readonly mergedFiles: TypstFiles | undefined;
  private readonly brokenKinds = new Set<PdfKind>();

  /** @throws ConfigurationError with the path of a folder that can't be read or is too large */
  constructor({ documentTemplates: folder }: Configuration) {
    const own = folder === undefined ? undefined : readCustomFiles(folder);
    this.mergedFiles = own && new Map([...this.bundledFiles, ...own]);
  }

  /** Whether there are custom files. */
  get hasCustomTemplates(): boolean {
    return this.mergedFiles !== undefined;
  }

  /** Returns the files for a kind of document; only the bundled ones if its custom template is broken. */
  getFiles(kind: PdfKind): TypstFiles {
    return this.mergedFiles && !this.brokenKinds.has(kind) ? this.mergedFiles : this.bundledFiles;
  }

  markBroken(kind: PdfKind): void {
    this.brokenKinds.add(kind);
  }
}

/** Reads the bundled templates. */
export function readBundledTemplates(): TypstFiles {
  return readFiles(BUNDLED_TEMPLATES_PATH);
}

function readCustomFiles(folder: string): TypstFiles {
  let files: TypstFiles;
  try {
    files = readFiles(folder);
  } catch (error) {
    const { code = '', path = folder } = error as NodeJS.ErrnoException;
    const message = `DOCUMENT_TEMPLATES: ${path} can't be read (${code})`;
    throw new ConfigurationError(message, { cause: error });
  }
  const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_CUSTOM_BYTES) {
    throw new ConfigurationError(`DOCUMENT_TEMPLATES: ${folder} contains more than 4 MiB`);
  }
  return files;
}

/**
 * Reads the files of a folder and its subfolders, by relative path. Ignores links, which may leave the folder, and
 * names that aren't UTF-8, which no template can contain.
 */
function readFiles(folder: string): TypstFiles {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    const path = join(folder, name);
    if (name.includes(REPLACEMENT_CHARACTER)) continue;
    if (entry.isFile()) files.set(name, readFileSync(path));
    if (!entry.isDirectory()) continue;
    for (const [relativePath, bytes] of readFiles(path))
      files.set(`${name}/${relativePath}`, bytes);
  }
  return files;
}
