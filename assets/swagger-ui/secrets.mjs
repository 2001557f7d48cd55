/**
 * Passwords, keys and tokens are hidden wherever the page shows them, so that screenshots don't contain them: in bodies
 * that are typed, in the curl command, in answers and in the dialog for credentials. Copying and downloading take the
 * real text.
 */

const DOT = '•';

/** Members whose values are secret. Quotes may be missing and texts may be unfinished, as in a body that is being typed. */
const MEMBERS =
  /(?<![\w-])(["']?)(password|passwordHash|secret|token|key|keyHash)\1(\s*:\s*)("(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|[^\s"',[\]{}]+)/gi;

/** The credentials of a curl command, up to the quote that ends the line. */
const CREDENTIALS = /(?<=^\s*-H 'Authorization: Bearer ).*(?=')/gim;

/** The text without its secrets; each is replaced by as many dots as `dotsFor` returns for it. */
function withoutSecrets(text, dotsFor) {
  return text
    .replace(MEMBERS, (_all, quote, name, colon, value) => {
      const [, open, secret, close] = /^(["']?)(.*?)(\1)$/su.exec(value);
      return `${quote}${name}${quote}${colon}${open}${dotsFor(secret)}${close}`;
    })
    .replace(CREDENTIALS, dotsFor);
}

/** How long a secret is stays hidden, too. */
export const hidden = (text) => withoutSecrets(text, () => DOT.repeat(6));

/** Every character keeps its place. */
const dotted = (text) => withoutSecrets(text, (secret) => secret.replace(/./gu, DOT));

/** Whether a text contains secrets. */
export const hasSecrets = (text) => hidden(text) !== text;

const hiddenText = (Original, { React }) =>
  function HiddenText({ children, ...props }) {
    return React.createElement(Original, props, hidden(children));
  };

/** A body as it is typed: the text of the field itself is transparent, and what lies behind it has dots for secrets. */
const dottedField = (Original, { React }) =>
  function DottedField(props) {
    const behind = React.useRef(null);
    const text = String(props.value ?? '');
    const isDotted = hasSecrets(text);
    return React.createElement(
      'div',
      { className: isDotted ? 'dotted-field has-secrets' : 'dotted-field' },
      // A line break at the end would take no room.
      React.createElement(
        'pre',
        { ref: behind, 'aria-hidden': true },
        isDotted && `${dotted(text)} `,
      ),
      React.createElement(Original, {
        ...props,
        autoComplete: 'off',
        spellCheck: false,
        onScroll: ({ target }) => {
          behind.current.scrollTop = target.scrollTop;
        },
      }),
    );
  };

/** The field of the dialog that takes a key or a token. */
const credentialsField = (Original, { React, getComponent }) => {
  const Input = getComponent('Input');
  const Hidden = (props) =>
    React.createElement(Input, { ...props, type: 'password', autoComplete: 'off' });
  return function HiddenCredentials(props) {
    const { getComponent: other } = props;
    const ownComponent = React.useCallback(
      (name, ...rest) => (name === 'Input' ? Hidden : other(name, ...rest)),
      [other],
    );
    return React.createElement(Original, { ...props, getComponent: ownComponent });
  };
};

/** Adds how to get the secrets, where some are hidden. */
const withHint = (textOf, hint) => (Original, system) =>
  function WithHint(props) {
    const { React } = system;
    const text = textOf(props, system);
    return React.createElement(
      React.Fragment,
      null,
      React.createElement(Original, props),
      typeof text === 'string' &&
        hasSecrets(text) &&
        React.createElement('p', { className: 'hidden-secrets' }, hint),
    );
  };

const commandOf = ({ request }, { fn }) => fn.requestSnippetGenerator_curl_bash(request);

/** The plugin. */
export const secrets = () => ({
  wrapComponents: {
    SyntaxHighlighter: hiddenText,
    TextArea: dottedField,
    HttpAuth: credentialsField,
    curl: withHint(commandOf, 'Secrets are hidden. The copy button copies the command with them.'),
    responseBody: withHint(
      ({ content }) => content,
      'Secrets are hidden. Copy or download the body to get them.',
    ),
  },
});
