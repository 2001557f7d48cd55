/**
 * The filter above the headings finds operations: by summary, path, heading, description, synonyms and the names of the
 * keys that they take and return, without case, accents and hyphens, and in spite of a typing error. Headings and
 * operations are in the order of their scores.
 */
import MiniSearch from './minisearch.js';
import { openOperation } from './opening.mjs';
import { purposesOf, synonymsOf } from './synonyms.mjs';

/** Operations whose headings are opened; more of them would only make the page slow. */
const SHOWN_AT_ONCE = 20;

/** How long nobody types before the page is searched. */
const PAUSE_MS = 200;

const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f_-]/g, '')
    .toLowerCase();

const NO_WORD = /[^\p{L}\p{N}]+/u;

/** The words of a text; of `customTagGroups` its parts as well. */
const wordsIn = (text) =>
  text.split(/[^\p{L}\p{N}\p{M}_-]+/u).flatMap((word) => {
    const parts = word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u);
    return [...new Set([word, ...(parts.length > 1 ? parts : [])].map(folded))].filter(Boolean);
  });

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

/** Returns the searchable texts of an operation, without the errors and scopes that many operations share. */
function textsOf(path, method, operation, schemas) {
  const { summary, description, operationId, tags, parameters, requestBody, responses } = operation;
  const done = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = [requestBody, ...done.map(([, answer]) => answer)].map((one) => one?.content);
  const mediaTypes = contents.flatMap((content) => Object.keys(content ?? {}));
  const bodies = contents.flatMap((content) =>
    Object.values(content ?? {}).map(({ schema }) => schema),
  );
  return {
    id: `${method} ${path}`,
    title: summary,
    path: [method, path, operationId].join(' '),
    synonyms: synonymsOf(operationId, tags),
    heading: tags.join(' '),
    text: [description.split('\n\n', 1)[0], ...parameters.map((one) => one.description)].join(' '),
    keys: [...mediaTypes, ...parameters.map(({ name }) => name), ...keysOf(bodies, schemas)].join(
      ' ',
    ),
  };
}

/** How much a match counts: a title more than a path, a path more than a text. */
const BOOST = { title: 8, path: 4, synonyms: 4, heading: 2, text: 1, keys: 0.5 };

/** How many letters of a word may be wrong. Short words are similar to too many others. */
const wrongLetters = ({ length }) => (length >= 7 ? 2 : length >= 5 && 1);

/** How much better an operation is whose title is the phrase. */
const EXACT_TITLE = 1000;

/** How much better it is if the phrase is the title without its details ("delete user"), or a purpose ("refund"). */
const EXACT_HEAD = 500;

/** Where the details of a title begin: "Delete a user| with everything that belongs to it". */
const DETAILS = /,| (?:and|from|in|of|to|with|without) /;

/** A phrase without articles and extra spaces. */
const withoutArticles = (phrase) =>
  phrase
    .split(NO_WORD)
    .filter((word) => !/^(an?|the|)$/.test(word))
    .join(' ');

/**
 * Finds operations of a document.
 * @returns asked for a phrase: `method path` -> its score, the best first, of those in which each word is found
 */
export function finder({ paths, components }) {
  let index;
  let last = { phrase: undefined, found: new Map() };
  const indexed = () => {
    const search = new MiniSearch({
      fields: Object.keys(BOOST),
      tokenize: wordsIn,
      // Words come folded.
      processTerm: (term) => term,
      searchOptions: {
        boost: BOOST,
        combineWith: 'AND',
        prefix: true,
        tokenize: (phrase) => folded(phrase).split(NO_WORD).filter(Boolean),
      },
    });
    search.addAll(
      Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) =>
          textsOf(path, method, operation, components.schemas),
        ),
      ),
    );
    return search;
  };
  const titleOf = (id) => {
    const [method, path] = id.split(' ');
    return folded(paths[path][method].summary);
  };
  const bonusOf = (id, wanted) => {
    const title = titleOf(id);
    if (title === wanted) return EXACT_TITLE;
    const [method, path] = id.split(' ');
    const meant = [title.split(DETAILS, 1)[0], ...purposesOf(paths[path][method].operationId)];
    return meant.some((one) => withoutArticles(folded(one)) === withoutArticles(wanted))
      ? EXACT_HEAD
      : 0;
  };
  return (phrase) => {
    if (last.phrase === phrase) return last.found;
    index ??= indexed();
    const wanted = folded(phrase).trim();
    const exact = index.search(phrase);
    const results = exact.length > 0 ? exact : index.search(phrase, { fuzzy: wrongLetters });
    const scores = results.map(({ id, score }) => [id, score + bonusOf(id, wanted)]);
    const found = new Map(scores.sort(([, one], [, other]) => other - one));
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
          .sortBy((operation) => -found.get(keyOf(operation))),
      ),
    )
    .filter((heading) => heading.get('operations').size > 0)
    .sortBy((heading) => -found.get(keyOf(heading.getIn(['operations', 0]))));
};

/** Headings of these operations open without a click: the best matches. */
const shownAtOnce = (found) => new Set([...found.keys()].slice(0, SHOWN_AT_ONCE));

const filterOf = (system) => {
  const filter = system.layoutSelectors.currentFilter();
  return typeof filter === 'string' && filter.trim() !== '' ? filter : undefined;
};

const isHeading = (thing) => Array.isArray(thing) && thing[0] === 'operations-tag';

/** While something is looked for, headings are open and folded by themselves: afterwards all is as it was. */
const keyWhileFinding = (phrase, [, name]) => ['found', phrase, name];

/** Folds all operations, so that another search starts with a short list. Their fields keep their values. */
function foldOperations({ getState, layoutActions }) {
  for (const [thing, isOpen] of getState().getIn(['layout', 'shown']) ?? [])
    if (isOpen && thing.first() === 'operations') layoutActions.show(thing.toArray(), false);
}

const sentenceOf = (found) => {
  if (found.size === 0)
    return 'No operation has all these words. Try fewer of them, or a part of one.';
  return found.size === 1 ? 'One operation' : `${found.size} operations`;
};

const SHORTCUTS = 'Ctrl+K: find. Enter: open the first operation. Ctrl+Enter: execute.';

const FIRST_FIELD = '.opblock-section :is(input, select, textarea)';

const filterInput = (find, openBest) => (_Original, system) =>
  function Finding({ layoutSelectors, layoutActions }) {
    const { React } = system;
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
    const onKeyDown = ({ key }) => {
      if (key !== 'Enter' || text.trim() === '') return;
      sent.current = text;
      layoutActions.updateFilter(text);
      openBest(system, text);
    };
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
          'aria-keyshortcuts': 'Control+K',
          value: text,
          onKeyDown,
          onChange: ({ target }) => setText(target.value),
        }),
        React.createElement(
          'p',
          { className: 'found-operations', role: 'status', 'data-phrase': current },
          found ? sentenceOf(found) : SHORTCUTS,
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
  const openBest = (system, phrase) => {
    const [best] = find(phrase).keys();
    if (best === undefined) return;
    const [method, path] = best.split(' ');
    const { tags, operationId, parameters, requestBody } = document.paths[path][method];
    const hasFields = parameters.length > 0 || requestBody;
    openOperation(system, tags[0], operationId, hasFields ? FIRST_FIELD : 'button.execute');
  };
  return () => ({
    fn: { opsFilter: only(find) },
    wrapComponents: {
      FilterContainer: filterInput(find, openBest),
      operations: operationsOrNothing,
    },
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
          updateFilter: (original, system) => (filter) => {
            if (filter.trim() !== '') foldOperations(system);
            return original(filter);
          },
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
