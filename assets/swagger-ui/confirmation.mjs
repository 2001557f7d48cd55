/**
 * Destructive operations are sent after a question that names the record: "Delete user 1, Ada Lovelace?". So are bodies
 * with a flag that has a consequence for others.
 */

/** Verb, noun and the rest of a summary: "Delete", "user", " with everything that belongs to it". */
const SUMMARY = /^(\w+) (?:an? )(.+?)(?=,| (?:and|from|in|of|to|with|without)\b|$)/;

/** Keys that name a record, the most telling first. */
const NAME_KEYS = ['NAME', 'TITLE', 'DOCUMENTNUMBER', 'ALIAS', 'CODE', 'URL', 'EMAIL', 'PID'];

/** Returns the name by which people know a record; undefined if it has none. */
export function nameOf(record) {
  const fieldsOf = (object = {}) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toUpperCase(), value]));
  const fields = fieldsOf(record);
  const texts = fieldsOf(fields.LANGUAGES?.[0]);
  const { FIRSTNAME, LASTNAME } = fieldsOf(fields.ADDRESSBOOK?.BILLINGADDRESS?.[0] ?? fields);
  const person = [FIRSTNAME, LASTNAME].filter(Boolean).join(' ');
  const names = [person, ...NAME_KEYS.map((key) => fields[key] || texts[key])];
  return names.find((name) => typeof name === 'string' && name !== '');
}

/**
 * The question, and the line below it.
 * @param path of the operation. If it ends below the record, the record itself stays.
 */
export function questionOf(summary, path, parameters, name) {
  const values = Object.values(parameters);
  const [matched, verb, noun] = SUMMARY.exec(summary) ?? [];
  const named = name === undefined ? '' : `, ${name}`;
  const isOfRecord = matched === summary || /\}$|^[^{]*$/.test(path);
  if (noun !== undefined && values.length === 1 && isOfRecord)
    return [`${verb} ${noun} ${values[0]}${named}?`, `${summary}.`];
  const listed = Object.entries(parameters).map(([key, value]) => `${key} ${value}`);
  return [`${summary}?`, `${listed.join(', ')}${named}`];
}

/** Returns the fields of a JSON body; none if it can't be read. */
function fieldsIn(body) {
  try {
    const [fields] = Object.values(JSON.parse(body));
    return fields ?? {};
  } catch {
    return {};
  }
}

/** Returns the texts of a body that name records. */
const textsIn = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'));

/** Opens a dialog. @returns whether the question is confirmed */
function ask([question, detail], verb) {
  const dialog = document.createElement('dialog');
  dialog.className = 'confirmation';
  dialog.setAttribute('aria-labelledby', 'confirmation-question');
  const add = (name, text, properties = {}) => {
    const element = Object.assign(document.createElement(name), {
      textContent: text,
      ...properties,
    });
    dialog.append(element);
    return element;
  };
  add('h2', question, { id: 'confirmation-question' });
  add('p', detail);
  add('button', 'Cancel', {
    type: 'button',
    className: 'btn',
    autofocus: true,
    onclick: () => dialog.close(),
  });
  add('button', verb, {
    type: 'button',
    className: 'btn confirm',
    onclick: () => dialog.close(verb),
  });
  document.querySelector('.swagger-ui').append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === verb);
    });
  });
}

/** The record with an id in the body of a list. */
const recordIn = (body, id) =>
  Object.values(body ?? {})
    .filter(Array.isArray)
    .flat()
    .find((record) => String(record.ID ?? record.id) === String(id));

/** Reads the record that the path starts with, or finds it in its list. @returns undefined if it can't be read */
async function readRecord({ paths }, path, parameters, system) {
  const { fn, specSelectors, authSelectors, oas3Selectors } = system;
  const [record, list, name] = /^(.*?)\/\{(\w+)\}/.exec(path) ?? [];
  const isListed = !paths[record]?.get;
  const pathName = isListed ? list : record;
  if (!paths[pathName]?.get) return undefined;
  try {
    const { body } = await fn.execute({
      spec: specSelectors.specJson().toJS(),
      ...{ pathName, method: 'get', parameters: isListed ? {} : parameters },
      ...{ server: oas3Selectors.selectedServer(), contextUrl: location.href },
      securities: {
        authorized: authSelectors.authorized().toJS(),
        definitions: specSelectors.securityDefinitions().toJS(),
        specSecurity: specSelectors.security().toJS(),
      },
    });
    return isListed ? recordIn(body, parameters[name]) : body;
  } catch {
    return undefined;
  }
}

const withQuestion = (document) => (Original, system) =>
  function ConfirmedExecute(props) {
    const { React } = system;
    const { path, method, specActions, onExecute } = props;
    const operation = document.paths[path][method];
    const { 'x-destructive': isDestructive, 'x-confirmation': consequence } = operation;
    if (!isDestructive && !consequence) return React.createElement(Original, props);
    const execute = async (request) => {
      const { specSelectors, oas3Selectors } = system;
      const send = () => {
        onExecute?.();
        specActions.execute(request);
      };
      const fields = fieldsIn(oas3Selectors.requestBodyValue(path, method));
      if (!isDestructive && ![true, 1].includes(fields[consequence.field])) return send();
      const values = specSelectors.parameterValues([path, method]).toJS();
      const inPath = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => [name, values[`path.${name}`]]);
      const parameters = Object.fromEntries(inPath);
      const record = await readRecord(document, path, parameters, system);
      const told = inPath.length > 0 ? parameters : textsIn(fields);
      const name = record && nameOf(record);
      const [verb] = operation.summary.split(' ', 1);
      const [question, detail] = questionOf(operation.summary, path, told, name);
      if (await ask([question, consequence?.text ?? detail], verb)) send();
    };
    return React.createElement(Original, {
      ...props,
      onExecute: undefined,
      specActions: { ...specActions, execute },
    });
  };

/** The plugin, for the document that Swagger UI shows. */
export const confirmation = (document) => () => ({
  wrapComponents: { execute: withQuestion(document) },
});
