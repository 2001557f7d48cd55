/**
 * The headers that the document lists below every answer are the same few, again and again: their table is folded
 * behind a line with their names. Of what was answered just now those stand there that say something about the answer;
 * all of them are folded below it.
 */

/** Everything else is about the connection, or tells browsers what they may do. */
const TELLING = new Set([
  ...['content-disposition', 'content-type', 'etag', 'idempotent-replayed', 'location'],
  ...['ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'],
]);

const details = (React, summary, ...folded) =>
  React.createElement(
    'details',
    { className: 'folded-headers' },
    React.createElement('summary', null, summary),
    ...folded,
  );

const foldedTable = (Original, { React }) =>
  function FoldedHeaders(props) {
    if (!props.headers || props.headers.size === 0) return null;
    const names = props.headers.keySeq().join(', ');
    return details(React, `Headers: ${names}`, React.createElement(Original, props));
  };

const foldedAnswer = (Original, { React }) =>
  function AnswerWithFoldedHeaders(props) {
    const { response } = props;
    const headers = response.get('headers');
    const telling = React.useMemo(
      () =>
        headers &&
        response.set(
          'headers',
          headers.filter((_value, name) => TELLING.has(name)),
        ),
      [response, headers],
    );
    if (!telling) return React.createElement(Original, props);
    const lines = headers.map((value, name) => `${name}: ${value}`).join('\n');
    return React.createElement(
      React.Fragment,
      null,
      React.createElement(Original, { ...props, response: telling }),
      details(
        React,
        `All ${headers.size} headers of the answer`,
        React.createElement('pre', { className: 'microlight' }, lines),
      ),
    );
  };

/** The plugin. */
export const foldedHeaders = () => ({
  wrapComponents: { headers: foldedTable, liveResponse: foldedAnswer },
});
