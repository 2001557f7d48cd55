import { accessibility } from './accessibility.mjs';
import { changesLink } from './changes-link.mjs';
import { confirmation } from './confirmation.mjs';
import { finding } from './finding.mjs';
import { foldedHeaders } from './folded-headers.mjs';
import { largeBodies } from './large-bodies.mjs';
import { login } from './login.mjs';
import { names } from './names.mjs';
import { secrets } from './secrets.mjs';
import { sharedLogin } from './shared-login.mjs';
import { shortcuts } from './shortcuts.mjs';
import { tables, wholeTables } from './tables.mjs';

/** What this service adds to Swagger UI, for the document that it shows. */
export const pluginsFor = (document) => [
  finding(document),
  foldedHeaders,
  names(document),
  login(document),
  largeBodies,
  secrets,
  sharedLogin,
  confirmation(document),
  changesLink(document),
  tables,
  accessibility,
  shortcuts,
];

/** Changes requests before they are sent. */
export const requestInterceptor = wholeTables;
