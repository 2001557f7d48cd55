import { createFilterItemsController } from '../../platform/requests/filters';
import { customizationTemplatesOpenApiTag } from './customization-templates.openapi-tag';

/** Filters of customization templates (specification, Customization templates). */
export const DefinitionItemsController = createFilterItemsController({
  target: 'definitions',
  openApiTag: customizationTemplatesOpenApiTag,
  item: 'DefinitionItem',
  items: 'definitionItems',
  element: 'customization template',
  use: 'use the template',
  exampleId: 4,
});
