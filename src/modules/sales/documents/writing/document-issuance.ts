import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, listDecoratedProviders } from '../../../../api';
import type { SalesDocument } from '../entities/document.entity';
import type { DocumentDraft, IdentifierColumns } from './document-draft';

/** A document that was inserted in the current unit of work, and has its number. */
export interface InsertedDocument {
  readonly id: number;
  readonly draft: DocumentDraft;
  readonly identifiers: IdentifierColumns;
}

/** Columns that issuing adds to a document. */
export type IssuanceColumns = Partial<Pick<SalesDocument, 'verifactu'>>;

/** Work that belongs to the unit of work that issues or annuls documents. */
export interface IssuanceRecorder {
  /** Called with the series of the documents locked. @returns additional columns, by the documents' ids */
  recordIssuance(
    issued: readonly InsertedDocument[],
  ): Promise<ReadonlyMap<number, IssuanceColumns>>;
  /** @returns additional columns of the annulled document */
  recordAnnulment(documentId: number): Promise<IssuanceColumns>;
}

/** Marks the provider that records issued documents. */
export const IssuanceRecorder = createProviderDecorator<IssuanceRecorder>();

/** Calls the recorder of issued documents. */
@Injectable()
export class DocumentIssuance implements OnModuleInit {
  private recorder?: IssuanceRecorder;

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if there are several recorders */
  onModuleInit(): void {
    const [recorder, ...others] = listDecoratedProviders(this.discovery, IssuanceRecorder);
    if (others.length > 0) throw new Error('There are several recorders of issued documents');
    if (recorder) this.recorder = recorder;
  }

  async recordIssuance(
    issued: readonly InsertedDocument[],
  ): Promise<ReadonlyMap<number, IssuanceColumns>> {
    return (await this.recorder?.recordIssuance(issued)) ?? new Map<number, IssuanceColumns>();
  }

  async recordAnnulment(documentId: number): Promise<IssuanceColumns> {
    return (await this.recorder?.recordAnnulment(documentId)) ?? {};
  }
}
