import { Text } from '../../../../api';

/** What a request says of a document's comment. */
export class CommentDto {
  @Text({ max: 65_535, min: 0, example: 'Ring twice', description: 'Empty: there is none' })
  comment!: string;
}
