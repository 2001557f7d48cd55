import { join } from 'node:path';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { defineError } from '../../../core/errors';
import { ProcessPool, TaskError } from '../../../processes';
import type { EDocument, EDocumentSyntax } from '../invoice-syntax';
import type { DocumentResult, DocumentTask } from './document.task';
import { DocumentTemplates } from './document-templates';
import { OwnFonts } from './own-fonts';
import type { PdfKind } from './labels/labels';
import type { PdfModel } from './pdf-model';
import type { TypstFiles } from './render/typst';
import { pdfKinds, sampleModel } from './sample-model';

/** Each keeps one core busy. */
const PROCESS_COUNT = 2;

/** Documents that wait for a process. */
const MAX_WAITING = 16;

/** For a document in its process, and for its wait for one. */
const DEADLINE_MS = 30_000;

/** Resident memory of a process, in MiB. */
const MEMORY_MIB = 768;

const TASK_PATH = join(__dirname, 'document.task');

/** 503: more documents are asked for than are made. */
export const PdfQueueFull = defineError({
  code: 'pdf.busy',
  status: 503,
  title: 'Too many documents are being drawn',
  remedy: 'Wait as `Retry-After` says, then ask again.',
  detail: () => 'Too many documents are being drawn as PDF at once. Try again shortly.',
});

/** 422: a document needs more time or memory than it is given. */
export const PdfRenderingFailed = defineError({
  code: 'pdf.notDrawn',
  status: 422,
  title: 'The document could not be drawn',
  remedy: 'Divide the document, or use a smaller logo.',
  detail: () =>
    `The document could not be drawn within ${DEADLINE_MS / 1000} seconds and ${MEMORY_MIB} MiB of memory.`,
});

/** 422: a document has characters of a script whose fonts, an optional package, are not installed. */
export const PdfFontMissing = defineError({
  code: 'pdf.fontMissing',
  status: 422,
  title: 'The fonts of a script are not installed',
  remedy: 'Install one of the packages, or name a font with these characters in `PDF_FONTS`.',
  detail: ({ packages }: { packages: readonly string[] }) =>
    `The document has characters whose fonts are not installed: ${packages.join(' or ')}.`,
});

interface PdfOptions {
  /** The PDF is a Factur-X then, which holds it. */
  readonly eDocument?: EDocument;
  readonly deadlineMs?: number;
}

/** A template of the store's own that is broken, with Typst's message. */
export interface TemplateError {
  readonly kind: PdfKind;
  readonly message: string;
}

/** Makes documents in child processes, which start with the first one. */
@Injectable()
export class DocumentRenderer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DocumentRenderer.name);
  private readonly pool = new ProcessPool({
    size: PROCESS_COUNT,
    memoryMib: MEMORY_MIB,
    waitTimeoutMs: DEADLINE_MS,
    maxWaiting: MAX_WAITING,
  });

  constructor(
    private readonly fonts: OwnFonts,
    private readonly templates: DocumentTemplates,
  ) {}

  /** Tries the store's own templates; the shipped ones replace those that are broken. */
  async onApplicationBootstrap(): Promise<void> {
    for (const { kind, message } of await this.listTemplateErrors()) {
      this.templates.markBroken(kind);
      this.logger.error(
        `DOCUMENT_TEMPLATES: the template of ${kind} is broken, the shipped one is used instead: ${message}`,
      );
    }
  }

  /** Sets each kind once with sample data and the store's own templates. @returns the templates that fail */
  async listTemplateErrors(): Promise<TemplateError[]> {
    const faults: TemplateError[] = [];
    for (const kind of this.templates.hasOwnTemplates ? pdfKinds : []) {
      const message = await this.findTemplateError(kind);
      if (message !== undefined) faults.push({ kind, message });
    }
    return faults;
  }

  private async findTemplateError(kind: PdfKind): Promise<string | undefined> {
    try {
      const result = await this.render(sampleModel(kind), this.templates.getFiles(kind), {});
      return 'templateError' in result ? result.templateError : undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /**
   * @returns the bytes of a PDF; of the shipped template where the store's own fails
   * @throws PdfQueueFull, PdfRenderingFailed, PdfFontMissing
   */
  async renderPdf(model: PdfModel, options: PdfOptions = {}): Promise<Buffer> {
    const { kind } = model;
    const { shipped } = this.templates;
    const templates = this.templates.getFiles(kind);
    const result = await this.render(model, templates, options);
    if (!('templateError' in result) || templates === shipped) return getBytes(result);
    this.logger.warn(`DOCUMENT_TEMPLATES: the template of ${kind} failed: ${result.templateError}`);
    return getBytes(await this.render(model, shipped, options));
  }

  /** A logo that takes too much time or memory is left out: a document needs none. */
  private async render(
    model: PdfModel,
    templates: TypstFiles,
    options: PdfOptions,
  ): Promise<DocumentResult> {
    try {
      return await this.renderOnce(model, templates, options);
    } catch (error) {
      if (!(error instanceof PdfRenderingFailed) || !model.logo) throw error;
      const { logo: _left, ...others } = model;
      return this.renderOnce(others, templates, options);
    }
  }

  private renderOnce(
    model: PdfModel,
    templates: TypstFiles,
    { eDocument, deadlineMs = DEADLINE_MS }: PdfOptions,
  ): Promise<DocumentResult> {
    const task = { model, templates, ownFonts: this.fonts.paths };
    return this.run(eDocument ? { ...task, eDocument } : task, deadlineMs);
  }

  /**
   * @returns the bytes of a structured invoice
   * @throws PdfQueueFull, PdfRenderingFailed
   */
  async renderXml(eDocument: EDocument, syntax: EDocumentSyntax): Promise<Buffer> {
    return getBytes(await this.run({ eDocument, syntax }, DEADLINE_MS));
  }

  /** After the last answer has gone out. */
  onApplicationShutdown(): void {
    this.pool.end();
  }

  private async run(input: DocumentTask, deadlineMs: number): Promise<DocumentResult> {
    try {
      return await this.pool.run<DocumentResult>({ task: TASK_PATH, input }, { deadlineMs });
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      if (['busy', 'aborted'].includes(error.reason)) throw new PdfQueueFull();
      if (['failed', 'missing'].includes(error.reason)) throw error;
      this.logger.warn(`A document could not be drawn: ${error.message}`);
      throw new PdfRenderingFailed();
    }
  }
}

/** @throws PdfFontMissing, and what Typst says of a shipped template */
function getBytes(result: DocumentResult): Buffer {
  if ('bytes' in result) return result.bytes;
  if ('missingFonts' in result) throw new PdfFontMissing({ packages: result.missingFonts });
  throw new Error(result.templateError);
}
