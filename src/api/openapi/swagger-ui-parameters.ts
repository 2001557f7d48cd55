import type { MediaTypeObject, OperationObject, ParameterObject } from 'openapi3-ts/oas31';
import type { JsonSchema } from '../validation/schema';
import type { OpenApiDocument } from './openapi-document';

/** Records on a page of a list: Swagger UI makes hundreds of HTML elements for each. */
const DEFAULT_PAGE_SIZE = 20;

/** Lets lists start with short pages. */
export function reduceDefaultPageSize({ paths }: OpenApiDocument): void {
  for (const path of Object.values(paths) as Record<string, OperationObject>[])
    for (const parameter of (path['get']?.parameters ?? []) as ParameterObject[])
      if (parameter.name === 'perPage')
        parameter.schema = { ...parameter.schema, default: DEFAULT_PAGE_SIZE };
}

/**
 * Adds menus to the document of Swagger UI, for words that the API accepts as texts: the filters of changes and the
 * events of webhooks.
 */
export function addEnumMenus(document: OpenApiDocument): void {
  const schemas = (document.components.schemas ?? {}) as Readonly<Record<string, JsonSchema>>;
  const { KIND, ACTION } = schemas['ChangeRecord']?.properties ?? {};
  const kinds = KIND?.['x-extensible-enum'] ?? [];
  const changes = findOperation(document, 'listChanges');
  for (const parameter of (changes?.parameters ?? []) as ParameterObject[]) {
    if (parameter.name === 'kind') parameter.schema = { type: 'string', enum: kinds };
    else if (parameter.name === 'kinds') setMultipleChoice(parameter, kinds);
    else if (parameter.name === 'actions') setMultipleChoice(parameter, ACTION?.enum ?? []);
  }
  const events = Object.keys(document.webhooks ?? {});
  for (const id of ['createWebhook', 'updateWebhook']) {
    const body = findOperation(document, id)?.requestBody as
      | { content: Record<string, MediaTypeObject> }
      | undefined;
    const content = body?.content['application/json'];
    if (content) setEventExamples(content, events);
  }
}

function findOperation({ paths }: OpenApiDocument, id: string): OperationObject | undefined {
  return Object.values(paths)
    .flatMap((path) => Object.values(path as Record<string, OperationObject>))
    .find(({ operationId }) => operationId === id);
}

/** A menu with several choices, which are sent separated by commas. */
function setMultipleChoice(parameter: ParameterObject, words: readonly unknown[]): void {
  parameter.schema = { type: 'array', items: { type: 'string', enum: [...words] } };
  parameter.style = 'form';
  parameter.explode = false;
}

/** A menu of bodies with one event each; the plain example comes first. */
function setEventExamples(content: MediaTypeObject, events: readonly string[]): void {
  const example = content.example as { webhooks: object };
  delete content.example;
  const toChoice = (event: string) => [
    event,
    { value: { webhooks: { ...example.webhooks, events: [event] } } },
  ];
  content.examples = {
    example: { summary: 'Example', value: example },
    ...(Object.fromEntries(events.map(toChoice)) as Record<string, { value: unknown }>),
  };
}
