/**
 * A login is used as soon as it has succeeded, and when it has ended the page says so and leads to the next one.
 */

const LOG_IN = 'logIn';
const TOKEN = 'token';

/** What the service says of credentials that it refuses. */
const REFUSED = 'credentials.invalid';

const codeOf = (response) => {
  try {
    return JSON.parse(response.get('text')).code;
  } catch {
    return undefined;
  }
};

const tokenIn = (response) => {
  try {
    return JSON.parse(response.text).token;
  } catch {
    return undefined;
  }
};

/** Gives the token that a login has answered to all requests that follow, in place of the one before. */
const useToken =
  (logInPath) =>
  (original, { authActions, specSelectors }) =>
  (path, method, response) => {
    const token = path === logInPath && response.ok ? tokenIn(response) : undefined;
    if (token !== undefined) {
      const schema = specSelectors.securityDefinitions().get(TOKEN);
      authActions.authorizeWithPersistOption({ [TOKEN]: { name: TOKEN, schema, value: token } });
    }
    return original(path, method, response);
  };

const notice = (React, title, text, actions) =>
  React.createElement(
    'div',
    { className: 'login-notice', role: 'alert' },
    React.createElement('h4', null, title),
    React.createElement('p', null, text),
    actions.map(([label, onClick]) =>
      React.createElement(
        'button',
        { key: label, type: 'button', className: 'btn', onClick },
        label,
      ),
    ),
  );

const withNotice = (logInHeading) => (Original, system) =>
  function AnswerWithNotice(props) {
    const { React, authActions, authSelectors, layoutActions } = system;
    const { response } = props;
    const shown = React.createElement(Original, props);
    if (response.get('status') !== 401) return shown;
    const wasLoggedIn = authSelectors.authorized().has(TOKEN);
    const toLogIn = () => {
      authActions.logoutWithPersistOption([TOKEN]);
      layoutActions.updateFilter('');
      const operation = ['operations', logInHeading, LOG_IN];
      layoutActions.show(['operations-tag', logInHeading], true);
      layoutActions.show(operation, true);
      setTimeout(() => {
        document.getElementById(operation.join('-'))?.scrollIntoView();
      });
    };
    const toAuthorize = () => authActions.showDefinitions(authSelectors.definitionsToAuthorize());
    const actions = [
      ['Log in', toLogIn],
      ['Authorize', toAuthorize],
    ];
    const said = saying(codeOf(response) === REFUSED, wasLoggedIn);
    return React.createElement(React.Fragment, null, notice(React, ...said, actions), shown);
  };

function saying(isRefused, wasLoggedIn) {
  if (!isRefused) {
    return [
      'You are not logged in',
      'Log in by e-mail address and password, or press Authorize and paste an API key. Then press Execute again.',
    ];
  }
  return wasLoggedIn
    ? [
        'Your login has expired',
        'It is good for 8 hours, and ends earlier when the password or the account is changed. Log in again, then press ' +
          'Execute again: what you have filled in is still there.',
      ]
    : [
        'This API key is not valid any more',
        'It is unknown, deleted or has expired. Press Authorize, then Logout, and paste another one; or log in.',
      ];
}

/** The plugin, for the document that Swagger UI shows. */
export function login({ paths }) {
  const [path, operation] = Object.entries(paths)
    .flatMap(([route, operations]) => Object.values(operations).map((one) => [route, one]))
    .find(([, { operationId }]) => operationId === LOG_IN);
  return () => ({
    wrapComponents: { liveResponse: withNotice(operation.tags[0]) },
    statePlugins: { spec: { wrapActions: { setResponse: useToken(path) } } },
  });
}
