/**
 * The OpenAPI document as a Postman collection (v2.1), for the files of a release: a folder for each heading, a request
 * for each operation. Requests that write name no record, so that nobody changes one by accident.
 */

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The value of an example, or of the first of several. */
const exampleOf = ({ example, examples = {} }) => example ?? Object.values(examples)[0]?.value;

const textOf = (value) => (value === undefined ? '' : String(value));

function urlOf(path, method, parameters) {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  return {
    raw: `{{baseUrl}}/${segments.join('/')}`,
    host: ['{{baseUrl}}'],
    path: segments,
    query: inQuery.map((parameter) => ({
      key: parameter.name,
      value: textOf(exampleOf(parameter) ?? parameter.schema.default),
      description: parameter.description ?? '',
      disabled: !parameter.required,
    })),
    variable: inPath.map((parameter) => {
      const isRecord = !parameter.schema.enum;
      const value = method !== 'get' && isRecord ? '' : textOf(exampleOf(parameter));
      return { key: parameter.name, value, description: parameter.description ?? '' };
    }),
  };
}

function bodyOf({ content = {} } = {}) {
  const [[type, media] = []] = Object.entries(content);
  if (type === undefined) return undefined;
  if (type === 'multipart/form-data') {
    const fields = Object.entries(media.schema.properties ?? {});
    const isFile = ({ items = {}, format, contentMediaType }) =>
      [format, items.format].includes('binary') ||
      Boolean(items.contentMediaType ?? contentMediaType);
    return {
      mode: 'formdata',
      formdata: fields.map(([key, schema]) =>
        isFile(schema) ? { key, type: 'file', src: [] } : { key, type: 'text', value: '' },
      ),
    };
  }
  const example = exampleOf(media) ?? media.schema?.example ?? media.schema?.examples?.[0];
  const raw = typeof example === 'string' ? example : JSON.stringify(example ?? {}, null, 2);
  return {
    mode: 'raw',
    raw,
    options: { raw: { language: type.endsWith('json') ? 'json' : 'text' } },
  };
}

function requestOf(path, method, operation) {
  const { summary, description, parameters = [], requestBody, security } = operation;
  const [type] = Object.keys(requestBody?.content ?? {});
  const body = bodyOf(requestBody);
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      ...(security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: type && type !== 'multipart/form-data' ? [{ key: 'Content-Type', value: type }] : [],
      url: urlOf(path, method, parameters),
      ...(body ? { body } : {}),
    },
  };
}

/** @param document the OpenAPI document */
function toPostmanCollection({ info, tags, paths }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    info: { name: `${info.title} ${info.version}`, description: info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000' },
      { key: 'apiKey', value: '' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => requestOf(path, method, operation)),
    })),
  };
}

module.exports = { toPostmanCollection };
