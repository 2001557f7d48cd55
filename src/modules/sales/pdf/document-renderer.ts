import { join } from 'node:path';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { getCallerId } from '../../../core/actor-context';
import { defineError } from '../../../core/errors';
import { FairSemaphore } from '../../../core/fair-semaphore';
import { ProcessPool, TaskError } from '../../../processes';
import type { EDocumentTerms, EDocumentSyntax } from '../invoice-syntax';
import type { DocumentResult, DocumentTask } from './document.task';
import { DocumentTemplates } from './document-templates';
import { CustomFonts } from './custom-fonts';
import type { PdfKind } from './labels/labels';
import type { PdfModel } from './pdf-model';
import type { TypstFiles } from './render/typst';
import { pdfKinds, createSampleModel } from './sample-model';

/** Child processes; each uses one core. */
const PROCESS_COUNT = 2;

/** Documents with more lines are rendered one at a time, so that a process is left for others. */
const LARGE_DOCUMENT_ROWS = 1000;

/** Maximum number of documents that wait for a process. */
const MAX_WAITING_DOCUMENTS = 16;

/** Time limit for the rendering of a document, and for its wait for a process. */
const RENDERING_TIMEOUT_MS = 30_000;

/** Limit of the resident memory of a process, in MiB. */
const MAX_MEMORY_MIB = 768;

const TASK_PATH = join(__dirname, 'document.task');

/** 503: too many documents wait for rendering. */
export const PdfQueueFull = defineError({
  code: 'pdf.busy',
  status: 503,
  title: 'Too many documents are being rendered',
  remedy: 'Wait for the time in `Retry-After`, then send the request again.',
  detail: () => 'Too many documents are being rendered at the same time. Try again shortly.',
});

/** 422: a document exceeds the limits of time or memory. */
export const PdfRenderingFailed = defineError({
  code: 'pdf.notDrawn',
  status: 422,
  title: 'The document could not be rendered',
  remedy: 'Split the document, or use a smaller logo.',
  detail: () =>
    `The document could not be rendered within ${RENDERING_TIMEOUT_MS / 1000} seconds and ${MAX_MEMORY_MIB} MiB of memory.`,
});

/** 422: a document has characters of a script whose fonts, an optional package, aren't installed. */
export const PdfFontMissing = defineError({
  code: 'pdf.fontMissing',
  status: 422,
  title: 'The fonts of a script are not installed',
  remedy:
    'Install a package that `detail` names, or add a font with these characters to `PDF_FONTS`.',
  detail: ({ packages }: { packages: readonly string[] }) =>
    `The document has characters whose fonts are not installed: ${packages.join(' or ')}.`,
});

interface PdfOptions {
  /** Embeds the invoice, so that the PDF is a Factur-X. */
  readonly eDocument?: EDocumentTerms;
  readonly timeoutMs?: number;
}

/** A broken custom template, with Typst's message. */
export interface TemplateError {
  readonly kind: PdfKind;
  readonly message: string;
}

/** Renders documents in child processes, which start with the first document. */
@Injectable()
export class DocumentRenderer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DocumentRenderer.name);
  private readonly pool = new ProcessPool({
    size: PROCESS_COUNT,
    maxMemoryMib: MAX_MEMORY_MIB,
    waitTimeoutMs: RENDERING_TIMEOUT_MS,
    maxWaiting: MAX_WAITING_DOCUMENTS,
  });
  private readonly largeDocuments = new FairSemaphore(1, { maxWaiting: MAX_WAITING_DOCUMENTS });

  constructor(
    private readonly fonts: CustomFonts,
    private readonly templates: DocumentTemplates,
  ) {}

  /** Tests the custom templates, and replaces broken ones with the bundled templates. */
  async onApplicationBootstrap(): Promise<void> {
    for (const { kind, message } of await this.listTemplateErrors()) {
      this.templates.markBroken(kind);
      this.logger.error(
        `DOCUMENT_TEMPLATES: the template of ${kind} is broken, so the bundled one is used: ${message}`,
      );
    }
  }

  /** Renders each kind once with sample data and the custom templates. @returns the templates that fail */
  async listTemplateErrors(): Promise<TemplateError[]> {
    const errors: TemplateError[] = [];
    for (const kind of this.templates.hasCustomTemplates ? pdfKinds : []) {
      const message = await this.findTemplateError(kind);
      if (message !== undefined) errors.push({ kind, message });
    }
    return errors;
  }

  private async findTemplateError(kind: PdfKind): Promise<string | undefined> {
    try {
      const result = await this.render(
        await createSampleModel(kind),
        this.templates.getFiles(kind),
        {},
      );
      return 'templateError' in result ? result.templateError : undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /**
   * Renders a PDF; uses the bundled template if the custom one fails.
   * @returns the bytes of the PDF
   * @throws PdfQueueFull, PdfRenderingFailed, PdfFontMissing
   */
  async renderPdf(model: PdfModel, options: PdfOptions = {}): Promise<Buffer> {
    const { kind } = model;
    const { bundledFiles } = this.templates;
    const templates = this.templates.getFiles(kind);
    const result = await this.render(model, templates, options);
    if (!('templateError' in result) || templates === bundledFiles) return getBytes(result);
    this.logger.warn(`DOCUMENT_TEMPLATES: the template of ${kind} failed: ${result.templateError}`);
    return getBytes(await this.render(model, bundledFiles, options));
  }

  /** Renders a document. If it exceeds the limits of time or memory, tries again without the logo. */
  private async render(
    model: PdfModel,
    templates: TypstFiles,
    options: PdfOptions,
  ): Promise<DocumentResult> {
    try {
      return await this.renderOnce(model, templates, options);
    } catch (error) {
      if (!(error instanceof PdfRenderingFailed) || !model.logo) throw error;
      const { logo: _logo, ...others } = model;
      return this.renderOnce(others, templates, options);
    }
  }

  private renderOnce(
    model: PdfModel,
    templates: TypstFiles,
    { eDocument, timeoutMs = RENDERING_TIMEOUT_MS }: PdfOptions,
  ): Promise<DocumentResult> {
    const task = { model, templates, customFonts: this.fonts.paths };
    const render = () => this.run(eDocument ? { ...task, eDocument } : task, timeoutMs);
    if (model.rows.rows.length <= LARGE_DOCUMENT_ROWS) return render();
    const options = { timeoutMs: RENDERING_TIMEOUT_MS, createBusyError: () => new PdfQueueFull() };
    return this.largeDocuments.run(getCallerId(), options, render);
  }

  /**
   * Writes a structured invoice.
   * @returns the bytes of the XML file
   * @throws PdfQueueFull, PdfRenderingFailed
   */
  async renderXml(eDocument: EDocumentTerms, syntax: EDocumentSyntax): Promise<Buffer> {
    return getBytes(await this.run({ eDocument, syntax }, RENDERING_TIMEOUT_MS));
  }

  /** Runs after the last response was sent. */
  onApplicationShutdown(): void {
    this.pool.end();
  }

  private async run(input: DocumentTask, timeoutMs: number): Promise<DocumentResult> {
    try {
      return await this.pool.run<DocumentResult>({ modulePath: TASK_PATH, input }, { timeoutMs });
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      if (['busy', 'aborted'].includes(error.reason)) throw new PdfQueueFull();
      if (['failed', 'missing'].includes(error.reason)) throw error;
      this.logger.warn(`A document could not be rendered: ${error.message}`);
      throw new PdfRenderingFailed();
    }
  }
}

/** @throws PdfFontMissing, Error with Typst's message about a bundled template */
function getBytes(result: DocumentResult): Buffer {
  if ('bytes' in result) return result.bytes;
  if ('missingFonts' in result) throw new PdfFontMissing({ packages: result.missingFonts });
  throw new Error(result.templateError);
}
