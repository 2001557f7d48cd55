import { IdPath, OneOf } from '../../../api';

/** `{id}` and `{type}` in a path. */
export class DocumentFilePath extends IdPath {
  @OneOf(['pdf'], { description: 'The form of the document; pdf is the only one' })
  type!: 'pdf';
}
