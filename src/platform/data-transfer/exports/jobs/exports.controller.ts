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
import { CreateExportDto, ExportsQuery } from './export-job.dto';
import { exportRecord } from './export-job.record';
import { ExportJobs } from './export-jobs';
import { ExportNotDone, ExportsBusy } from './export-errors';
import { RangeNotSatisfiable } from '../../../../api/response/range-header';
import { NotFound } from '../../../../core/errors';

const exportsOpenApiTag: OpenApiTag = {
  name: 'Export',
  rank: 2310,
  description:
    'Everything stored as lines of JSON that the import takes, of one state of the store: for another store, a data warehouse or a copy.',
};

/** Exports over HTTP; an addition to the specification. */
@ApiController('exports', { area: 'export', heading: exportsOpenApiTag })
export class ExportsController {
  constructor(private readonly jobs: ExportJobs) {}

  @Create('', {
    summary: 'Begin an export',
    description:
      'Begins to write everything stored, as it is now: all lines, those of some types, or what has changed since a position of the journal. Ask for the export until its ' +
      '`STATE` is done; its content is kept for 24 hours, unless the store is set otherwise.',
    returns: exportRecord,
    cost: 'HEAVY',
    scope: 'export:read',
    extension: true,
    errors: [ExportsBusy, JournalPositionGone],
  })
  createExport(@RequestBody('exports') body: CreateExportDto) {
    return this.jobs.create(body);
  }

  @Operation('get', '', {
    summary: 'List exports',
    description:
      'The exports that are kept, newest first. While one is running, `UPDATEDAT` is its last sign of life.',
    returns: collectionResponse('EXPORTS', exportRecord),
    extension: true,
  })
  listExports(@QueryParams() query: ExportsQuery) {
    return this.jobs.list(query);
  }

  @Read(':id', {
    summary: 'Read an export',
    description:
      'How far an export is: `STATE` is running, done or failed. `POSITION` is the position of the journal to go on ' +
      'from, `SHA256` the checksum of the content.',
    returns: exportRecord,
    extension: true,
  })
  getExport(@PathParams() { id }: IdPath) {
    return this.jobs.get(id);
  }

  @Remove(':id', {
    summary: 'Delete an export',
    description: 'Removes an export and its content; one that is being made ends.',
    scope: 'export:read',
    extension: true,
  })
  removeExport(@PathParams() { id }: IdPath) {
    return this.jobs.remove(id);
  }

  @Operation('get', ':id/content', {
    summary: 'Fetch the content of an export',
    description:
      'The lines themselves if `Accept` ranks `application/x-ndjson` (`application/gzip`) above JSON, or the part ' +
      'of them that `Range` asks for; otherwise as Base64 in JSON.',
    returns: fileContentResponse('content', 'The lines, as Base64', 'application/x-ndjson'),
    errors: [NotFound, ExportNotDone, RangeNotSatisfiable],
    extension: true,
  })
  getExportContent(@PathParams() { id }: IdPath) {
    return this.jobs.getContent(id);
  }
}
