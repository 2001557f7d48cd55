import { ApiController, RequestBody, IdPath, PathParams, Update } from '../../../../api';
import { CommentDto } from '../../documents/changes/comment.dto';
import { DocumentComments } from '../../documents/changes/document-comments';
import { okResponse } from '../../states';
import { rmasOpenApiTag } from './rmas.openapi-tag';

/** Specification, Sales documents: the comment of an RMA. */
@ApiController('rmas', { area: 'sales', openApiTag: rmasOpenApiTag, examples: { id: 5 } })
export class RmaCommentsController {
  constructor(private readonly comments: DocumentComments) {}

  @Update(':id/comments', {
    summary: 'Change the comment of an RMA',
    description:
      'Replaces the comment; an empty one removes it. A different comment gives the RMA a new version.',
    returns: okResponse,
    ifMatchOperation: 'getRma',
  })
  updateRmaComments(
    @PathParams() { id }: IdPath,
    @RequestBody('rmas', { bare: true }) { comment }: CommentDto,
  ) {
    return this.comments.set('rma', id, comment);
  }
}
