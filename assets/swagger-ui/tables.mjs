/** Tables keep their byte order mark when they are saved: browsers remove it when they read the text of an answer. */

/** Initial values of query parameters. */
const FIRST_PAGE = { page: '1', perPage: '20', limit: '100' };

const MARK = '\uFEFF';

const withMark = (Original, { React }) =>
  function TableBody(props) {
    const { content, contentType } = props;
    const isTable = typeof content === 'string' && contentType?.startsWith('text/csv');
    return React.createElement(Original, isTable ? { ...props, content: MARK + content } : props);
  };

/** The plugin. */
export const tables = () => ({ wrapComponents: { responseBody: withMark } });

/** Whole tables are requested: the page that the fields start with is only for answers that people read. */
export function wholeTables(request) {
  const { accept, Accept = accept } = request.headers ?? {};
  if (!Accept?.startsWith('text/csv')) return request;
  const url = new URL(request.url, location.href);
  for (const [name, value] of Object.entries(FIRST_PAGE))
    if (url.searchParams.get(name) === value) url.searchParams.delete(name);
  request.url = url.href;
  return request;
}
