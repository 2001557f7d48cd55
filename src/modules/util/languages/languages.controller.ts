import { ApiController, collectionResponse, Operation } from '../../../api';
import { languages } from '../../../core/languages';
import { languageRecord } from './language.record';
import { catalogOpenApiTag } from '../catalog.openapi-tag';

/** An addition: the numbers that records name languages by. */
@ApiController('languages', { area: 'util', heading: catalogOpenApiTag })
export class LanguagesController {
  @Operation('get', '', {
    summary: 'List the languages of ISO 639-1',
    description:
      'All languages with their codes, English names and the numbers that records show as ' +
      '`LANGUAGEID`. The numbers never change.',
    returns: collectionResponse('LANGUAGES', languageRecord),
    extension: true,
  })
  listLanguages() {
    return languages;
  }
}
