import {
  ApiController,
  RequestBody,
  pageNumberResponse,
  Create,
  GetId,
  IdPath,
  List,
  lowerCaseIdRecord,
  PathParams,
  PidPath,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Remove,
  Update,
  partialUpdateDescription,
} from '../../../api';
import { PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { Definition } from './definition.entity';
import { FilterItemTaken } from '../../../platform/requests/filters';
import { CreateDefinitionDto, DefinitionQuery, UpdateDefinitionDto } from './definition.dto';
import { definitionRecord } from './definition.record';
import { DefinitionsService } from './definitions.service';
import { customizationTemplatesOpenApiTag } from '../customization-templates.openapi-tag';

/** Customization templates (specification, Customization templates). */
@ApiController('definitions', {
  area: 'definitions',
  openApiTag: customizationTemplatesOpenApiTag,
  pathExamples: { pId: 'engraving' },
})
export class DefinitionsController {
  constructor(private readonly definitions: DefinitionsService) {}

  @List('', {
    summary: 'List customization templates',
    description:
      'Returns templates page by page, oldest first, each with its filters. `ITEMS` is their total ' +
      'number.',
    isFieldsParameterInSpecification: true,
    returns: pageNumberResponse('DEFINITIONS', definitionRecord),
  })
  listDefinitions(
    @QueryParams() query: DefinitionQuery,
    @ResponseLoadPlan() plan: RecordPlan<Definition>,
  ) {
    return this.definitions.list(query, plan);
  }

  @Create('', {
    summary: 'Create a customization template',
    description:
      'Creates a template with the filters that limit who can use it. Without filters it is for ' +
      'everybody. Everything is stored or nothing.',
    returns: definitionRecord,
    errors: [ReferenceNotFound, ReferenceMismatch, FilterItemTaken, PidTaken],
  })
  async createDefinition(
    @RequestBody('definitions') body: CreateDefinitionDto,
    @ResponseLoadPlan() plan: RecordPlan<Definition>,
  ) {
    const { id } = await this.definitions.create(body);
    return this.definitions.get(id, plan);
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a customization template',
    description:
      'Returns the `ID` of the template with this pId, for use in paths. The pId is compared exactly.',
  })
  getDefinitionId(@PathParams() { pId }: PidPath) {
    return this.definitions.getIdByPid(pId);
  }

  @Read(':id', {
    openApiJournalLinkKind: 'definition',
    summary: 'Read a customization template',
    description: 'Returns one template with its filters. Its ETag changes with them.',
    returns: definitionRecord,
  })
  getDefinition(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<Definition>) {
    return this.definitions.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a customization template',
    description: `${partialUpdateDescription} Filters have their own operations; sending them here is rejected with 400.`,
    returns: definitionRecord,
    errors: [PidTaken],
  })
  async updateDefinition(
    @PathParams() { id }: IdPath,
    @RequestBody('definitions') body: UpdateDefinitionDto,
    @ResponseLoadPlan() plan: RecordPlan<Definition>,
  ) {
    await this.definitions.update(id, body);
    return this.definitions.get(id, plan);
  }

  @Remove(':id', {
    summary: 'Delete a customization template and its filters',
    description: "Deletes the template and its filters. This can't be undone.",
    returns: lowerCaseIdRecord,
  })
  removeDefinition(@PathParams() { id }: IdPath) {
    return this.definitions.remove(id);
  }
}
