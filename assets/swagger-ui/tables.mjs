/** Tables keep their byte order mark when they are saved: browsers remove it when they read the text of an answer. */

const MARK = '\uFEFF';

const withMark = (Original, { React }) =>
  function TableBody(props) {
    const { content, contentType } = props;
    const isTable = typeof content === 'string' && contentType?.startsWith('text/csv');
    return React.createElement(Original, isTable ? { ...props, content: MARK + content } : props);
  };

/** The plugin. */
export const tables = () => ({ wrapComponents: { responseBody: withMark } });
