/**
 * Shows the names of codes: in the menus of parameters, and below a response.
 */

/** "InProcess" -> "In process" */
const spaced = (name) =>
  name.replace(/(?<=[\p{Ll}\p{N}])\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);

/** `0 pending, 1 exported` */
const CODES = /^-?\d+ [^,;]+(, -?\d+ [^,;]+)*$/;

/** `Orders: 1 Incoming, ...; RMAs: 1 Pending, ...` */
const ALTERNATIVE = /^(\w+): (.+)$/;

/** The codes that a description lists; where they depend on the kind of the record, those of what is looked at. */
function codesListed(description, heading) {
  if (CODES.test(description)) return description;
  const kinds = description.split('; ').map((kind) => ALTERNATIVE.exec(kind));
  if (kinds.includes(null)) return undefined;
  const fitting = kinds.find(([, kind]) => heading.toLowerCase().startsWith(kind.toLowerCase()));
  const [, , codes] = fitting ?? kinds[0];
  return CODES.test(codes) ? codes : undefined;
}

/** Number (as text) -> name, of a plain schema; undefined when its numbers are just numbers. */
function namesOf({ enum: numbers, 'x-enum-varnames': names, description = '' }, heading = '') {
  const listed = codesListed(description, heading);
  if (listed !== undefined) {
    return new Map(
      listed.split(', ').map((code) => {
        const [number] = code.split(' ', 1);
        return [number, code.slice(number.length + 1)];
      }),
    );
  }
  if (!numbers || !names) return undefined;
  return new Map(numbers.map((number, index) => [String(number), spaced(names[index])]));
}

const menu = (Original, { React }) =>
  function MenuWithNames(props) {
    const { schema, value, required, disabled, onChange, errors, description } = props;
    const names = schema?.get?.('x-enum-varnames') ? namesOf(schema.toJS()) : undefined;
    if (!names) return React.createElement(Original, props);
    const options = schema.get('enum').toArray().map(String);
    return React.createElement(
      'select',
      {
        className: errors?.size > 0 ? 'invalid' : '',
        value: value === undefined || value === null ? '' : String(value),
        disabled,
        'aria-label': description,
        onChange: ({ target }) => onChange(target.value),
      },
      required ? null : React.createElement('option', { value: '' }, '--'),
      options.map((option) =>
        React.createElement(
          'option',
          { key: option, value: option },
          `${option} ${names.get(option)}`,
        ),
      ),
    );
  };

/**
 * All codes within a value, as `{key, number, name}`, each once. A key is named with what it belongs to, as many are
 * called TYPE.
 * @param heading that the operation stands under
 */
export function codesIn(value, schema, schemas, heading) {
  const found = new Map();
  const collect = (part, said, key, of = '') => {
    if (!said) return;
    if (said.$ref) {
      collect(part, schemas[said.$ref.split('/').at(-1)], key, of);
    } else if (Array.isArray(part)) {
      for (const element of part) collect(element, said.items, key, of);
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, member] of Object.entries(part)) {
        collect(member, said.properties?.[name], name, key);
      }
    } else if (typeof part === 'number') {
      const name = namesOf(said, heading)?.get(String(part));
      const whole = of === '' ? key : `${of}.${key}`;
      if (name !== undefined) found.set(`${whole} ${part}`, { key: whole, number: part, name });
    }
    for (const choice of said.oneOf ?? said.anyOf ?? said.allOf ?? [])
      collect(part, choice, key, of);
  };
  collect(value, schema, '');
  return [...found.values()];
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const legend = (React, codes) =>
  React.createElement(
    'div',
    { className: 'names-of-numbers' },
    React.createElement('h5', null, 'What the numbers stand for'),
    React.createElement(
      'ul',
      null,
      codes.map(({ key, number, name }) =>
        React.createElement(
          'li',
          { key: `${key} ${number}` },
          React.createElement('code', null, `${key}: ${number}`),
          ` ${name}`,
        ),
      ),
    ),
  );

/** The answer's body with the names below it. */
const bodyWithNames = (React, Body, codesOf) =>
  function BodyWithNames(props) {
    const codes = codesOf(parsed(props.content));
    return React.createElement(
      React.Fragment,
      null,
      React.createElement(Body, props),
      codes.length > 0 && legend(React, codes),
    );
  };

const answerWithNames =
  ({ paths, components }) =>
  (Original, { React }) =>
    function AnswerWithNames(props) {
      const { path, method, response, getComponent } = props;
      const status = response.get('status');
      const operation = paths[path]?.[method];
      const schema = operation?.responses[status]?.content?.['application/json']?.schema;
      const ownComponent = React.useMemo(() => {
        if (!schema) return getComponent;
        const codesOf = (value) => codesIn(value, schema, components.schemas, operation.tags[0]);
        const Body = bodyWithNames(React, getComponent('responseBody'), codesOf);
        return (name, ...rest) => (name === 'responseBody' ? Body : getComponent(name, ...rest));
      }, [operation, schema, getComponent]);
      return React.createElement(Original, { ...props, getComponent: ownComponent });
    };

/** The plugin, for the document that Swagger UI shows. */
export const names = (document) => () => ({
  wrapComponents: {
    JsonSchema_string: menu,
    liveResponse: answerWithNames(document),
  },
});
