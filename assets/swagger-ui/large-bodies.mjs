/** Large bodies are shown without colours: each coloured word is an element, and a hundred thousand of them stop the page. */

const MAX_HIGHLIGHTED_CHARACTERS = 20 * 1024;

const plainIfLarge = (Original, { React, getComponent }) =>
  function PlainIfLarge(props) {
    const { children } = props;
    const isLarge = typeof children === 'string' && children.length > MAX_HIGHLIGHTED_CHARACTERS;
    return React.createElement(isLarge ? getComponent('PlainTextViewer') : Original, props);
  };

/** The plugin. It must come before the one that hides secrets, which changes what this one is given. */
export const largeBodies = () => ({ wrapComponents: { SyntaxHighlighter: plainIfLarge } });
