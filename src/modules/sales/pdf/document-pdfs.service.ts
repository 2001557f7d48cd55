import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import type { PdfKind } from './labels/labels';
import { Logos } from './logos';
import { numberOf, pdfModel } from './pdf-content';
import { PdfSources } from './pdf-sources';
import { PdfWorkers } from './pdf-workers';

/** A PDF, as a file. */
export interface DocumentPdf {
  readonly bytes: Buffer;
  /** What it is saved as. */
  readonly name: string;
}

/** Characters that some system does not allow in the name of a file. */
const NOT_IN_NAMES = /[\p{Cc}"*/:<>?\\|]+/gu;

/** Sales documents and shipments as PDF. */
@Injectable()
export class DocumentPdfs {
  constructor(
    private readonly sources: PdfSources,
    private readonly logos: Logos,
    private readonly workers: PdfWorkers,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Reads a document and draws it.
   * @throws NotFound, PdfsBusy, PdfNotDrawn
   */
  async pdf(kind: PdfKind, id: number): Promise<DocumentPdf> {
    const source =
      kind === 'shipment'
        ? await this.sources.ofShipment(id)
        : await this.sources.ofDocument(kind, id);
    const logo = await this.logos.read(source.document.headquarter?.logo ?? '');
    const model = pdfModel(source, { zone: this.configuration.storeTimeZone, logo });
    const { buffer, byteOffset, byteLength } = await this.workers.draw(model);
    const number = numberOf(source).replace(NOT_IN_NAMES, '-');
    return {
      bytes: Buffer.from(buffer, byteOffset, byteLength),
      name: `${kind}-${number}.pdf`,
    };
  }
}
