import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { DomainError } from '../../../core/errors';
import { DocumentAnnulled, requireNotAnnulled } from '../documents/changes/document-annulments';
import { type EDocumentKind, toEDocumentTerms } from '../e-documents';
import { type DocumentFile, toDocumentFile } from './document-file';
import { type InvoiceFormat, invoiceFormats } from './document-pdf.dto';
import type { PdfKind } from './labels/labels';
import { DocumentRenderer, PdfFontMissing, PdfRenderingFailed } from './document-renderer';
import { IssuedFiles } from './issued-files';
import { LogoReader } from './logo-reader';
import type { PdfSource } from './model/pdf-source';
import { toDisplayNumber, toPdfModel } from './to-pdf-model';
import type { PdfModel } from './pdf-model';
import { PdfSourceLoader } from './pdf-source-loader';

/** Codes of errors of documents that could be rendered later. */
const retryableErrorCodes: readonly string[] = [PdfRenderingFailed.code, PdfFontMissing.code];

/** Renders sales documents and shipments as files. */
@Injectable()
export class DocumentPdfsService {
  private readonly logger = new Logger(DocumentPdfsService.name);

  constructor(
    private readonly sources: PdfSourceLoader,
    private readonly logos: LogoReader,
    private readonly renderer: DocumentRenderer,
    private readonly issuedFiles: IssuedFiles,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Renders a document as PDF.
   * @throws NotFound, PdfQueueFull, PdfRenderingFailed, PdfFontMissing
   */
  async renderPdf(kind: PdfKind, id: number): Promise<DocumentFile> {
    const source =
      kind === 'shipment'
        ? await this.sources.loadShipment(id)
        : await this.sources.loadDocument(kind, id);
    const pdf = await this.renderer.renderPdf(await this.toModel(source));
    return toDocumentFile({ kind, number: toDisplayNumber(source) }, pdf, 'pdf');
  }

  /**
   * Returns the file of an invoice or credit note in a format. The first call renders and stores the file; later ones
   * return the stored file.
   * @throws NotFound, DocumentAnnulled, DocumentNotExpressible, PdfQueueFull, PdfRenderingFailed, PdfFontMissing,
   *   FileStoreFull, FileStoreUnavailable
   */
  async getIssuedFile(
    kind: EDocumentKind,
    id: number,
    format: InvoiceFormat,
  ): Promise<DocumentFile> {
    const document = await this.sources.loadDocumentIdentity(kind, id);
    const bytes = await this.issuedFiles.getOrRender(document, format, () =>
      this.render(kind, id, format),
    );
    const number = document.documentNumber ?? document.pId;
    return toDocumentFile({ kind, number }, bytes, ['ubl', 'cii'].includes(format) ? 'xml' : 'pdf');
  }

  /**
   * Stores the files of an invoice or credit note in every format in which it can be expressed.
   * @throws NotFound, PdfQueueFull, FileStoreFull, FileStoreUnavailable
   */
  async storeAllFormats(kind: EDocumentKind, id: number): Promise<void> {
    for (const format of invoiceFormats) {
      try {
        await this.getIssuedFile(kind, id, format);
      } catch (error) {
        if (error instanceof DocumentAnnulled) continue;
        if (!(error instanceof DomainError) || error.status !== 422) throw error;
        if (retryableErrorCodes.includes(error.code))
          this.logger.warn(`${format} of ${kind} ${id} was not stored: ${error.message}`);
      }
    }
  }

  private async render(kind: EDocumentKind, id: number, format: InvoiceFormat): Promise<Buffer> {
    if (format === 'pdf') return (await this.renderPdf(kind, id)).bytes;
    const { source, eDocumentSource } = await this.sources.loadInvoice(kind, id);
    requireNotAnnulled(source.document);
    const { storeTimeZone: timeZone } = this.configuration;
    const eDocument = await toEDocumentTerms({ ...eDocumentSource, timeZone }, format);
    if (format !== 'facturx') return this.renderer.renderXml(eDocument, format);
    return this.renderer.renderPdf(await this.toModel(source), { eDocument });
  }

  private async toModel(source: PdfSource): Promise<PdfModel> {
    const logo = await this.logos.read(source.document.headquarter?.logo ?? '');
    return toPdfModel(source, { timeZone: this.configuration.storeTimeZone, logo });
  }
}
