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
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import type { Definition } from './definition.entity';
import { FilterItemTaken } from '../../../platform/requests/filters';
import { CreateDefinitionDto, DefinitionQuery, UpdateDefinitionDto } from './definition.dto';
import { definitionRecord } from './definition.record';
import { DefinitionsService } from './definitions.service';
import { customizationTemplatesOpenApiTag } from '../customization-templates.openapi-tag';

/** Specification, Customization templates. */
@ApiController('definitions', {
  area: 'definitions',
  heading: customizationTemplatesOpenApiTag,
  examples: { pId: 'engraving' },
})
export class DefinitionsController {
  constructor(
    private readonly definitions: DefinitionsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List customization templates',
    description:
      'Page by page, the oldest first, each with its filters; `ITEMS` is how many there are in ' +
      'all.',
    listsFields: true,
    returns: pageNumberResponse('DEFINITIONS', definitionRecord),
  })
  listDefinitions(
    @QueryParams() query: DefinitionQuery,
    @ResponseLoadPlan() plan: TablePlan<Definition>,
  ) {
    return this.definitions.list(query, plan);
  }

  @Create('', {
    summary: 'Create a customization template',
    description:
      'Makes a template, with the filters that say for whom it is; without any it is for ' +
      'everybody. All is stored, or nothing.',
    returns: definitionRecord,
    errors: [ReferenceNotFound, ReferenceMismatch, FilterItemTaken, PidTaken],
  })
  createDefinition(
    @RequestBody('definitions') body: CreateDefinitionDto,
    @ResponseLoadPlan() plan: TablePlan<Definition>,
  ) {
    return this.unitOfWork.run(async () => {
      const { id } = await this.definitions.create(body);
      return this.definitions.get(id, plan);
    });
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a customization template',
    description: 'Answers the `ID` that paths take for the pId of a template, compared exactly.',
  })
  getDefinitionId(@PathParams() { pId }: PidPath) {
    return this.definitions.idOf(pId);
  }

  @Read(':id', {
    summary: 'Read a customization template',
    description: 'One template with its filters. Its ETag changes with them.',
    returns: definitionRecord,
  })
  getDefinition(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<Definition>) {
    return this.definitions.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a customization template',
    description: `${partialUpdateDescription} Filters have operations of their own: naming them here is refused with 400.`,
    returns: definitionRecord,
    errors: [PidTaken],
  })
  updateDefinition(
    @PathParams() { id }: IdPath,
    @RequestBody('definitions') body: UpdateDefinitionDto,
    @ResponseLoadPlan() plan: TablePlan<Definition>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.definitions.update(id, body);
      return this.definitions.get(id, plan);
    });
  }

  @Remove(':id', {
    summary: 'Delete a customization template and its filters',
    description: 'The template and the filters that said for whom it was are gone for good.',
    returns: lowerCaseIdRecord,
  })
  removeDefinition(@PathParams() { id }: IdPath) {
    return this.definitions.remove(id);
  }
}
