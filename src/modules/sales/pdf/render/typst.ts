import { hash } from 'node:crypto';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { FontSelection } from './font-selection';

/** Files by their paths relative to the root, such as `parts/head.typ`. */
export type TypstFiles = ReadonlyMap<string, Buffer>;

/** Typst's message about a template. */
export class TypstError extends Error {
  override readonly name = 'TypstError';
}

/** A folder that doesn't exist, so that templates can only read the files of the compilation. */
const VIRTUAL_ROOT = '/documents-without-a-folder';

/** Maximum number of cached compilers, one for each set of fonts. */
const MAX_COMPILERS = 3;

interface CachedCompiler {
  readonly typst: NodeCompiler;
  /** Digest of its current templates. */
  templatesDigest: string;
}

const compilers = new Map<string, CachedCompiler>();

interface Compilation {
  readonly fonts: FontSelection;
  readonly templates: TypstFiles;
  /** Files that differ for every document. */
  readonly documentFiles: TypstFiles;
  readonly main: string;
  /** Date of the file, in seconds since 1970. */
  readonly timestamp: number;
  readonly isPdfA: boolean;
}

/**
 * Compiles a document. Equal parameters always give the same bytes.
 * @returns the PDF
 * @throws TypstError
 */
export function compileTypst(compilation: Compilation): Buffer {
  const { main, timestamp, isPdfA, documentFiles } = compilation;
  const { typst } = getCompiler(compilation);
  for (const [path, bytes] of documentFiles) typst.mapShadow(`${VIRTUAL_ROOT}/${path}`, bytes);
  try {
    const compiled = typst.compile({ mainFilePath: `${VIRTUAL_ROOT}/${main}` });
    const document = compiled.result;
    const error = document ? null : compiled.takeError();
    if (!document)
      throw new TypstError(error ? formatDiagnostics(typst.fetchDiagnostics(error)) : '');
    const options = isPdfA ? { pdfStandard: 'a-3b' } : {};
    return typst.pdf(document, { creationTimestamp: timestamp, ...options });
  } catch (error) {
    if (error instanceof TypstError) throw error;
    throw new TypstError((error as Error).message, { cause: error });
  } finally {
    for (const path of documentFiles.keys()) typst.unmapShadow(`${VIRTUAL_ROOT}/${path}`);
    // Typst's cache of a document is useless for the next one.
    typst.evictCache(0);
  }
}

function getCompiler({ fonts, templates }: Compilation): CachedCompiler {
  const compiler = compilers.get(fonts.cacheKey) ?? createCompiler(fonts);
  compilers.delete(fonts.cacheKey);
  compilers.set(fonts.cacheKey, compiler);
  for (const key of compilers.keys()) {
    if (compilers.size <= MAX_COMPILERS) break;
    compilers.delete(key);
  }
  const digest = toDigest(templates);
  if (compiler.templatesDigest !== digest) {
    compiler.typst.resetShadow();
    for (const [path, bytes] of templates)
      compiler.typst.mapShadow(`${VIRTUAL_ROOT}/${path}`, bytes);
    compiler.templatesDigest = digest;
  }
  return compiler;
}

function createCompiler({ files }: FontSelection): CachedCompiler {
  disablePackageAccess();
  const fontBlobs = files.map(({ bytes }) => bytes);
  const typst = NodeCompiler.create({ workspace: VIRTUAL_ROOT, fontArgs: [{ fontBlobs }] });
  return { typst, templatesDigest: '' };
}

/** Disables packages (`@preview/...`, `@local/...`), which Typst would read from these folders or download by proxy. */
function disablePackageAccess(): void {
  /* oxlint-disable project/environment-in-config -- nothing is read: it is set for native code, in a process of its own */
  for (const name of ['HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'TYPST_PACKAGE_PATH']) {
    process.env[name] = VIRTUAL_ROOT;
  }
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
    process.env[name] = 'http://127.0.0.1:9';
  }
  for (const name of ['NO_PROXY', 'no_proxy']) process.env[name] = '';
  /* oxlint-enable project/environment-in-config */
}

function toDigest(files: TypstFiles): string {
  const parts = [...files].map(([path, bytes]) => `${path} ${hash('sha256', bytes)}`);
  return hash('sha256', parts.join('\n'));
}

interface Diagnostic {
  readonly message: string;
  readonly path?: string;
  /** Zero-based lines and characters. */
  readonly range?: { readonly start: { readonly line: number; readonly character: number } } | null;
}

/** Formats Typst's message with its location: `parts/head.typ 3:5: unknown variable: x`. */
function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ message, path = '', range }) => {
      const { line, character } = range?.start ?? {};
      const location = line === undefined ? '' : ` ${line + 1}:${(character ?? 0) + 1}`;
      return `${path.replace(`${VIRTUAL_ROOT}/`, '')}${location}: ${message}`;
    })
    .join('\n');
}
