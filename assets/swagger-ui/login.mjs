/**
 * The login: a form at the top of the page. A login is used as soon as it has succeeded, and when it has ended the page
 * says so and leads to the form.
 */

const LOG_IN = 'logIn';
const TOKEN = 'token';
const FORM = 'login-form';

/** What the service says of credentials that it refuses. */
const REFUSED = 'credentials.invalid';

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** Gives a token to all requests that follow, in place of the one before. */
function useToken({ authActions, specSelectors }, value) {
  const schema = specSelectors.securityDefinitions().get(TOKEN);
  authActions.authorizeWithPersistOption({ [TOKEN]: { name: TOKEN, schema, value } });
}

/** Uses the token that the operation for logins has returned. */
const takeToken = (logInPath) => (original, system) => (path, method, response) => {
  const { token } = path === logInPath && response.ok ? parsed(response.text) : {};
  if (token !== undefined) useToken(system, token);
  return original(path, method, response);
};

/** Opens the form, and puts the cursor into it. */
function showForm() {
  const form = document.getElementById(FORM);
  form.open = true;
  form.scrollIntoView();
  form.querySelector('input').focus();
}

const field = (React, label, properties) =>
  React.createElement(
    'label',
    null,
    label,
    React.createElement('input', { required: true, 'aria-label': label, ...properties }),
  );

/** The form, or that somebody is logged in, before the button for keys and tokens. */
const withForm = (logInPath) => (Original, system) =>
  function LoginForm(props) {
    const { React, authActions, authSelectors, oas3Selectors } = system;
    const [message, setMessage] = React.useState('');
    const isLoggedIn = authSelectors.authorized().has(TOKEN);
    const logIn = async (event) => {
      event.preventDefault();
      const { target } = event;
      const auth = Object.fromEntries(new FormData(target));
      setMessage('');
      const server = oas3Selectors.selectedServer() ?? '/';
      const url = new URL(server.replace(/\/$/, '') + logInPath, location.href);
      const body = JSON.stringify({ auth });
      const headers = { 'Content-Type': 'application/json' };
      try {
        const response = await fetch(url, { method: 'POST', headers, body });
        const { token, detail } = parsed(await response.text());
        if (token === undefined) setMessage(detail ?? `The service answers ${response.status}.`);
        else {
          target.reset();
          target.closest('details').open = false;
          useToken(system, token);
        }
      } catch {
        setMessage('The service cannot be reached.');
      }
    };
    return React.createElement(
      React.Fragment,
      null,
      isLoggedIn &&
        React.createElement(
          'p',
          { className: 'logged-in' },
          'You are logged in. ',
          React.createElement(
            'button',
            {
              type: 'button',
              className: 'btn',
              onClick: () => authActions.logoutWithPersistOption([TOKEN]),
            },
            'Log out',
          ),
        ),
      React.createElement(
        'details',
        { id: FORM, hidden: isLoggedIn },
        React.createElement('summary', null, 'Log in'),
        React.createElement(
          'form',
          { onSubmit: logIn },
          field(React, 'E-mail address', {
            ...{ type: 'email', name: 'email', autoComplete: 'username' },
          }),
          field(React, 'Password', {
            ...{ type: 'password', name: 'password', autoComplete: 'current-password' },
          }),
          React.createElement('button', { type: 'submit', className: 'btn' }, 'Log in'),
          React.createElement('p', { role: 'alert' }, message),
        ),
      ),
      React.createElement(Original, props),
    );
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

const withNotice = (logInPath) => (Original, system) =>
  function AnswerWithNotice(props) {
    const { React, authActions, authSelectors } = system;
    const { response, path } = props;
    const shown = React.createElement(Original, props);
    // A wrong password is refused with 401, too.
    if (response.get('status') !== 401 || path === logInPath) return shown;
    const wasLoggedIn = authSelectors.authorized().has(TOKEN);
    const toLogIn = () => {
      authActions.logoutWithPersistOption([TOKEN]);
      setTimeout(showForm);
    };
    const toAuthorize = () => authActions.showDefinitions(authSelectors.definitionsToAuthorize());
    const actions = [
      ['Log in', toLogIn],
      ['Authorize', toAuthorize],
    ];
    const { code } = parsed(response.get('text'));
    const said = saying(code === REFUSED, wasLoggedIn);
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
  const [path] = Object.entries(paths).find(([, operations]) =>
    Object.values(operations).some(({ operationId }) => operationId === LOG_IN),
  );
  return () => ({
    wrapComponents: { liveResponse: withNotice(path), authorizeBtn: withForm(path) },
    statePlugins: { spec: { wrapActions: { setResponse: takeToken(path) } } },
  });
}
