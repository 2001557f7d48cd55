import { Text } from '../../../../api';

/** Body of a request that sets a document's comment. */
export class CommentDto {
  @Text({
    max: 65_535,
    min: 0,
    example: 'Ring twice',
    description: 'An empty string removes the comment',
  })
  comment!: string;
}
