/** Introduction of the OpenAPI document, in Markdown. */
export const apiIntroduction = `Management interface of an online store's back office.

**Credentials.** Send \`Authorization: Bearer <API key>\`. A key holds scopes: \`<area>:read\`, \`<area>:write\`
(which includes read), or \`*\`. Administrators log in by \`POST /v1/auth/login\` and send the token that it returns. On
this page press *Authorize* and paste either, or execute the login, which is used at once. *Execute* then sends the
request as shown.

**On this page** the field above the headings finds operations by path, summary, description and the names of their
keys, in any case.

**Bytes** (PDFs, files) come as Base64 within JSON, or as a file with \`Accept: application/pdf\` or the type of the
file. On this page choose the type in the menu below *Responses*, press *Execute*, then *Download file*.

**Identifiers.** Records have an internal number, \`id\`, and a public identifier, \`pId\`, that the store chooses:
unique per collection, compared exactly.

**Lists** are paged by \`page\` and \`perPage\`. Following the \`NEXT\` cursor to the end visits every record exactly
once, and costs the same on every page. The total is counted on the first page and stays the same on all others.

**Tables.** With \`Accept: text/csv\` every list comes as CSV: a row for each record, and all records unless the query has
\`page\` or \`perPage\`. On this page choose the type in the menu below *Responses*.

**Errors** are problem documents (RFC 9457). Compare \`code\`, not the texts; \`errors\` points at every fault.

**Rate limits.** A LIGHT call costs its caller 1 point, a HEAVY one 10 (\`x-request-type\`), of a budget for each minute.
The header \`RateLimit\` shows the rest; calls beyond it are refused with 429 and \`Retry-After\`.

**Dates** are ISO 8601 with offset. **Countries** are ISO 3166-1, **languages** ISO 639-1, **currencies** ISO 4217.

Operations, parameters and keys marked \`x-extension\` are additions to the specification of the interface.`;
