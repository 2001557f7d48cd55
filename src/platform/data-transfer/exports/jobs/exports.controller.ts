import {
  ApiController,
  RequestBody,
  collectionResponse,
  Create,
  fileContentResponse,
  type OpenApiTag,
  IdPath,
  Operation,
  PathParams,
  QueryParams,
  Read,
  Remove,
} from '../../../../api';
import { JournalPositionGone } from '../../../events/journal';
import { FileStoreFull, FileStoreUnavailable } from '../../../media/files';
import { CreateExportDto, ExportsQuery } from './export-job.dto';
import { exportRecord } from './export-job.record';
import { ExportJobsService } from './export-jobs.service';
import { ExportNotDone, ExportsBusy } from './export-errors';
import { RangeNotSatisfiable } from '../../../../api/response/range-header';
import { NotFound } from '../../../../core/errors';

const exportsOpenApiTag: OpenApiTag = {
  name: 'Export',
  position: 2310,
  description:
    'Exports everything stored as a consistent snapshot, in the JSON lines that the import reads: for another store, a data warehouse or a copy.',
};

/** Exports over HTTP; an addition to the specification. */
@ApiController('exports', { area: 'export', openApiTag: exportsOpenApiTag, isExtension: true })
export class ExportsController {
  constructor(private readonly jobs: ExportJobsService) {}

  @Create('', {
    summary: 'Start an export',
    description:
      'Starts an export of everything stored: all records, some types, or the changes since a position of the journal. ' +
      'Poll the export until its `STATE` is done; its content is available for 24 hours by default.',
    returns: exportRecord,
    cost: 'HEAVY',
    scope: 'export:read',
    errors: [ExportsBusy, JournalPositionGone, FileStoreFull, FileStoreUnavailable],
  })
  createExport(@RequestBody('exports') body: CreateExportDto) {
    return this.jobs.create(body);
  }

  @Operation('get', '', {
    summary: 'List exports',
    description:
      'Lists the exports that have not expired, newest first. While an export is running, `UPDATEDAT` is the time of its last heartbeat.',
    returns: collectionResponse('EXPORTS', exportRecord),
  })
  listExports(@QueryParams() query: ExportsQuery) {
    return this.jobs.list(query);
  }

  @Read(':id', {
    openApiJournalLinkKind: 'export',
    summary: 'Read an export',
    description:
      'Returns the state of an export: `STATE` is running, done or failed. `POSITION` is the position of the journal ' +
      'for the next export of changes, `SHA256` the checksum of the content.',
    returns: exportRecord,
  })
  getExport(@PathParams() { id }: IdPath) {
    return this.jobs.get(id);
  }

  @Remove(':id', {
    summary: 'Delete an export',
    description: 'Deletes an export and its content; a running export is aborted.',
    scope: 'export:read',
  })
  removeExport(@PathParams() { id }: IdPath) {
    return this.jobs.remove(id);
  }

  @Operation('get', ':id/content', {
    summary: 'Download the content of an export',
    description:
      'Returns the lines themselves if `Accept` ranks `application/x-ndjson` (`application/gzip`) above JSON, otherwise ' +
      'Base64 in JSON. `Range` requests a part of the lines.',
    returns: fileContentResponse('content', 'The lines, as Base64', 'application/x-ndjson'),
    errors: [NotFound, ExportNotDone, RangeNotSatisfiable],
  })
  getExportContent(@PathParams() { id }: IdPath) {
    return this.jobs.getContent(id);
  }
}
