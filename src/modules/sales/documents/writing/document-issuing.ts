import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderMark, listMarkedProviders } from '../../../../api';
import type { SalesDocument } from '../entities/document.entity';
import type { DocumentDraft, IdentifierColumns } from './document-draft';

/** A document that was inserted in the current unit of work, and has its number. */
export interface IssuedDraft {
  readonly id: number;
  readonly draft: DocumentDraft;
  readonly names: IdentifierColumns;
}

/** Columns that issuing adds to a document. */
export type IssueColumns = Partial<Pick<SalesDocument, 'verifactu'>>;

/** Work that belongs to the unit of work that issues or annuls documents. */
export interface IssueRecorder {
  /** Called with the series of the documents locked. @returns additional columns, by the documents' ids */
  recordIssued(issued: readonly IssuedDraft[]): Promise<ReadonlyMap<number, IssueColumns>>;
  /** @returns additional columns of the annulled document */
  recordAnnulled(documentId: number): Promise<IssueColumns>;
}

/** Marks the provider that records issued documents. */
export const IssueRecorder = createProviderMark<IssueRecorder>();

/** Calls the recorder of issued documents. */
@Injectable()
export class DocumentIssuing implements OnModuleInit {
  private recorder?: IssueRecorder;

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if there are several recorders */
  onModuleInit(): void {
    const [recorder, ...others] = listMarkedProviders(this.discovery, IssueRecorder);
    if (others.length > 0) throw new Error('There are several recorders of issued documents');
    if (recorder) this.recorder = recorder;
  }

  async recordIssued(issued: readonly IssuedDraft[]): Promise<ReadonlyMap<number, IssueColumns>> {
    return (await this.recorder?.recordIssued(issued)) ?? new Map<number, IssueColumns>();
  }

  async recordAnnulled(documentId: number): Promise<IssueColumns> {
    return (await this.recorder?.recordAnnulled(documentId)) ?? {};
  }
}
