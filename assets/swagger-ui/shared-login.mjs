/**
 * All tabs of a browser have the credentials that were given or taken back last in one of them. Logging out also clears
 * what could be used or read afterwards: requests and answers that are shown, and bodies with passwords.
 */
import { hasSecrets } from './secrets.mjs';

/** Where Swagger UI keeps the credentials. */
const STORED_AS = 'authorized';

function forget({ specSelectors, specActions, oas3Actions, getState }) {
  for (const [path, methods] of specSelectors.responses().entries()) {
    for (const method of methods.keys()) {
      specActions.clearResponse(path, method);
      specActions.clearRequest(path, method);
    }
  }
  for (const [path, methods] of getState().getIn(['oas3', 'requestData'])?.entries() ?? []) {
    for (const [method, data] of methods.entries()) {
      const body = data.get('bodyValue');
      if (typeof body === 'string' && hasSecrets(body)) {
        oas3Actions.clearRequestBodyValue({ pathMethod: [path, method] });
      }
    }
  }
}

const forgetAll = (original, system) => (names) => {
  original(names);
  forget(system);
};

/** Takes over the credentials that another tab has stored. */
function takeOver(getSystem) {
  const system = getSystem();
  const { authActions, authSelectors } = system;
  const stored = JSON.parse(localStorage.getItem(STORED_AS) ?? '{}');
  const current = authSelectors.authorized().toJS();
  if (JSON.stringify(stored) === JSON.stringify(current)) return;
  authActions.restoreAuthorization({ authorized: stored });
  if (Object.keys(current).some((name) => !(name in stored))) forget(system);
}

/** The plugin. */
export const sharedLogin = () => ({
  afterLoad({ getSystem }) {
    addEventListener('storage', ({ key }) => {
      // Without a key everything that was stored has been removed.
      if (key === STORED_AS || key === null) takeOver(getSystem);
    });
    // A page that the browser had put aside has missed the event.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) takeOver(getSystem);
    });
  },
  statePlugins: { auth: { wrapActions: { logoutWithPersistOption: forgetAll } } },
});
