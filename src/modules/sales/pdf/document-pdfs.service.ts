import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { type EDocumentFormat, type EDocumentKind, toEDocument } from '../e-documents';
import { type DocumentFile, toDocumentFile } from './document-file';
import type { InvoiceFormat } from './document-pdf.dto';
import type { PdfKind } from './labels/labels';
import { DocumentRenderer } from './document-renderer';
import { IssuedEDocuments } from './issued-e-documents';
import { Logos } from './logos';
import type { PdfSource } from './model/source';
import { toDisplayNumber, toPdfModel } from './pdf-content';
import type { PdfModel } from './pdf-model';
import { PdfSources } from './pdf-sources';

/** Renders sales documents and shipments as files. */
@Injectable()
export class DocumentPdfs {
  constructor(
    private readonly sources: PdfSources,
    private readonly logos: Logos,
    private readonly renderer: DocumentRenderer,
    private readonly issued: IssuedEDocuments,
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
   * Renders an invoice or credit note in a format, and stores the hash of a structured one.
   * @throws NotFound, DocumentNotExpressible, PdfQueueFull, PdfRenderingFailed, PdfFontMissing
   */
  async renderInvoice(kind: EDocumentKind, id: number, form: InvoiceFormat): Promise<DocumentFile> {
    if (form === 'pdf') return this.renderPdf(kind, id);
    const file = await this.renderEDocument(kind, id, form);
    await this.issued.storeHash(id, form, file.bytes);
    return file;
  }

  private async renderEDocument(
    kind: EDocumentKind,
    id: number,
    form: EDocumentFormat,
  ): Promise<DocumentFile> {
    const { source, eDocumentSource } = await this.sources.loadInvoice(kind, id);
    const { storeTimeZone: zone } = this.configuration;
    const eDocument = await toEDocument({ ...eDocumentSource, zone }, form);
    const name = { kind, number: toDisplayNumber(source) };
    if (form !== 'facturx') {
      return toDocumentFile(name, await this.renderer.renderXml(eDocument, form), 'xml');
    }
    const pdf = await this.renderer.renderPdf(await this.toModel(source), { eDocument });
    return toDocumentFile(name, pdf, 'pdf');
  }

  private async toModel(source: PdfSource): Promise<PdfModel> {
    const logo = await this.logos.read(source.document.headquarter?.logo ?? '');
    return toPdfModel(source, { zone: this.configuration.storeTimeZone, logo });
  }
}
