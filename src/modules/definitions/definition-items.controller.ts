import { createFilterItemsController } from '../../platform/requests/filters';
import { customizationTemplatesOpenApiTag } from './customization-templates.openapi-tag';

/** Filters of customization templates (specification, Customization templates). */
export const DefinitionItemsController = createFilterItemsController({
  target: 'definitions',
  openApiTag: customizationTemplatesOpenApiTag,
  operationNoun: 'DefinitionItem',
  collectionName: 'definitionItems',
  elementLabel: 'customization template',
  allowedAction: 'use the template',
  exampleId: 4,
});
