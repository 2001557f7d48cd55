/**
 * The filter above the headings finds operations: by path, summary, heading, description and the names of the keys
 * that they take and answer, without case, accents and hyphens. What matches best comes first below its heading, and
 * is shown at once.
 */

/** Operations that are shown without opening their heading; more of them would only make the page slow. */
const SHOWN_AT_ONCE = 40;

/** How long nobody types before the page is searched. */
const PAUSE_MS = 200;

/** How well an operation matches: by what it is called, by what is said of it, by the keys of its bodies. */
const BY_NAME = 0;
const BY_DESCRIPTION = 1;
const BY_KEY = 2;

const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f_-]/g, '')
    .toLowerCase();

/** Names of all members of some schemas, of those that they refer to as well. */
function keysOf(bodies, schemas) {
  const keys = new Set();
  const seen = new Set();
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, member] of Object.entries(node)) {
      if (name === 'properties') for (const key of Object.keys(member)) keys.add(key);
      if (name === '$ref' && !seen.has(member)) {
        seen.add(member);
        visit(schemas[member.split('/').at(-1)]);
      }
      visit(member);
    }
  };
  for (const body of bodies) visit(body);
  return keys;
}

/** Of an operation: what it is called, what is said of it, and its keys. */
function textsOf(path, method, operation, schemas) {
  const { summary, description, operationId, tags, parameters, requestBody, responses } = operation;
  const done = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = [requestBody, ...done.map(([, answer]) => answer)].map((one) => one?.content);
  const bodies = contents.flatMap((content) =>
    Object.values(content ?? {}).map(({ schema }) => schema),
  );
  const texts = [
    [method, path, summary, operationId, ...tags],
    // What follows says which errors to expect, and which scopes are needed: that of a great many is alike.
    [description.split('\n\n', 1)[0], ...parameters.map((one) => one.description)],
    [...parameters.map(({ name }) => name), ...keysOf(bodies, schemas)],
  ];
  return texts.map((words) => folded(words.join(' ')));
}

/**
 * Finds operations of a document.
 * @returns asked for a phrase: `method path` -> how well it matches, of those in which each of its words is found
 */
export function finder({ paths, components }) {
  let index;
  let last = { phrase: undefined, found: new Map() };
  const indexed = () =>
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method} ${path}`,
        textsOf(path, method, operation, components.schemas),
      ]),
    );
  return (phrase) => {
    if (last.phrase === phrase) return last.found;
    index ??= indexed();
    const words = phrase.split(/\s+/).map(folded).filter(Boolean);
    const found = new Map();
    for (const [operation, texts] of index) {
      const ranks = words.map((word) => texts.findIndex((text) => text.includes(word)));
      if (!ranks.includes(-1)) found.set(operation, Math.max(BY_NAME, ...ranks));
    }
    last = { phrase, found };
    return found;
  };
}

const keyOf = (operation) => `${operation.get('method')} ${operation.get('path')}`;

/** The headings with what was found below them, the best first; headings without any are left out. */
const only = (find) => (headings, phrase) => {
  const found = find(phrase);
  return headings
    .map((heading) =>
      heading.update('operations', (operations) =>
        operations
          .filter((operation) => found.has(keyOf(operation)))
          .sortBy((operation) => found.get(keyOf(operation))),
      ),
    )
    .filter((heading) => heading.get('operations').size > 0);
};

/** What opens headings by itself: the best matches, unless there are too many of them. */
function shownAtOnce(found) {
  for (const worst of [BY_KEY, BY_DESCRIPTION, BY_NAME]) {
    const matching = [...found].filter(([, rank]) => rank <= worst).map(([operation]) => operation);
    if (matching.length <= SHOWN_AT_ONCE) return new Set(matching);
  }
  return new Set();
}

const filterOf = (system) => {
  const filter = system.layoutSelectors.currentFilter();
  return typeof filter === 'string' && filter.trim() !== '' ? filter : undefined;
};

const isHeading = (thing) => Array.isArray(thing) && thing[0] === 'operations-tag';

/** While something is looked for, headings are open and folded by themselves: afterwards all is as it was. */
const keyWhileFinding = (phrase, [, name]) => ['found', phrase, name];

const sentenceOf = (found) => {
  if (found.size === 0)
    return 'No operation has all these words. Try fewer of them, or a part of one.';
  return found.size === 1 ? 'One operation' : `${found.size} operations`;
};

const filterInput =
  (find) =>
  (_Original, { React }) =>
    function Finding({ layoutSelectors, layoutActions }) {
      const filter = layoutSelectors.currentFilter();
      const current = typeof filter === 'string' ? filter : '';
      const [text, setText] = React.useState(current);
      const sent = React.useRef(current);
      React.useEffect(() => {
        const timer = setTimeout(() => {
          if (text === sent.current) return;
          sent.current = text;
          layoutActions.updateFilter(text);
        }, PAUSE_MS);
        return () => clearTimeout(timer);
      }, [text]);
      React.useEffect(() => {
        // Set by something else than this input.
        if (current === sent.current) return;
        sent.current = current;
        setText(current);
      }, [current]);
      const found = current.trim() === '' ? undefined : find(current);
      return React.createElement(
        'div',
        { className: 'filter-container' },
        React.createElement(
          'section',
          { className: 'filter wrapper block col-12' },
          React.createElement('input', {
            className: 'operation-filter-input',
            type: 'search',
            placeholder: 'Find operations: refund, tracking, e-mail ...',
            'aria-label': 'Find operations',
            value: text,
            onChange: ({ target }) => setText(target.value),
          }),
          React.createElement(
            'p',
            { className: 'found-operations', role: 'status', 'data-phrase': current },
            found && sentenceOf(found),
          ),
        ),
      );
    };

/** That nothing was found is said beside the filter; Swagger UI would say that the document is empty. */
const operationsOrNothing = (Original, system) =>
  function Operations(props) {
    const { React, specSelectors } = system;
    if (filterOf(system) !== undefined && specSelectors.taggedOperations().size === 0) return null;
    return React.createElement(Original, props);
  };

/** The plugin, for the document that Swagger UI shows. */
export function finding(document) {
  const find = finder(document);
  const opensAt = (phrase, name) => {
    const shown = shownAtOnce(find(phrase));
    return Object.entries(document.paths).some(([path, operations]) =>
      Object.entries(operations).some(
        ([method, { tags }]) => tags.includes(name) && shown.has(`${method} ${path}`),
      ),
    );
  };
  return () => ({
    fn: { opsFilter: only(find) },
    wrapComponents: { FilterContainer: filterInput(find), operations: operationsOrNothing },
    statePlugins: {
      layout: {
        wrapSelectors: {
          isShown:
            (original, system) =>
            (_state, thing, ...rest) => {
              const phrase = isHeading(thing) ? filterOf(system) : undefined;
              if (phrase === undefined) return original(thing, ...rest);
              return original(keyWhileFinding(phrase, thing), opensAt(phrase, thing[1]));
            },
        },
        wrapActions: {
          show:
            (original, system) =>
            (thing, ...rest) => {
              const phrase = isHeading(thing) ? filterOf(system) : undefined;
              return original(
                phrase === undefined ? thing : keyWhileFinding(phrase, thing),
                ...rest,
              );
            },
        },
      },
    },
  });
}
