import { ApiController, collectionResponse, Operation } from '../../../api';
import { languages } from '../../../core/languages';
import { languageRecord } from './language.record';
import { catalogOpenApiTag } from '../catalog.openapi-tag';

/** The languages, with the numbers that records use. An addition to the specification. */
@ApiController('languages', { area: 'util', openApiTag: catalogOpenApiTag, isExtension: true })
export class LanguagesController {
  @Operation('get', '', {
    summary: 'List the languages of ISO 639-1',
    description:
      'Returns all languages with their codes, English names and the numbers that records show as ' +
      '`LANGUAGEID`. The numbers never change.',
    returns: collectionResponse('LANGUAGES', languageRecord),
  })
  listLanguages() {
    return languages;
  }
}
