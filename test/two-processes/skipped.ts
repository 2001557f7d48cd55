const COUNTED = 'counts the statements of the process that it looks into';
const SPIED = 'watches or breaks a part of one process';
const FIVE_SECONDS = 'another process trusts a caller that it knows for up to five seconds';
const OWN_FAILURES = 'each process counts failed logins for itself';
const OWN_METRICS = 'each process tells its own metrics';
const OWN_LOG = 'reads the log of one process';
const LOCAL = 'is about a local folder of files';
const OWN_PROCESSES = 'starts the processes that it needs itself';
const ONE_MORE_MODULE = 'adds a module that the built service does not have';
const NO_HTTP = 'works without HTTP';

/**
 * Specs that make no sense behind two processes, with the reason. They are listed by file below test/api, then by
 * the name of an `it` or `describe` (of `each`, with its placeholders); `*`: the whole file. Everything else must
 * pass.
 */
export const skipped: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'privacy/erasure': {
    'replaces it when the years are over, and not before': SPIED,
  },
  'privacy/issued-documents': { '*': SPIED },
  'sales/issued-files': { '*': SPIED },
  'privacy/resumed': {
    'repeats an interrupted chunk': SPIED,
    'waits for an order of the person that is being stored, and takes it along': SPIED,
  },
  'sales/order-parts': {
    'load what is asked for alone, with as many statements for 3 lines as for 120': COUNTED,
  },
  'sales/shipments': { 'come in a fixed number of queries, however many there are': COUNTED },
  'sales/credit-notes': { 'need as many statements for 200 lines as for 4': COUNTED },
  'sales/rmas': { 'need as many statements for 200 lines as for 4': COUNTED },
  'sales/action-messages': {
    'of a change that is refused or undone send nothing': SPIED,
    'fail alone, without revealing secrets': SPIED,
  },
  'sales/order-record': {
    'costs as many queries with 4 lines as with 200, alone and in a list': COUNTED,
  },
  'sales/history': { 'knows imports, by whomever they come': SPIED },
  'sales/actions': {
    'cost one query for any number of moves when none is configured': COUNTED,
  },
  'sales/customer-tags': { 'cost an import as much for forty customers as for one': COUNTED },
  'sales/document-tags': {
    'cost an import five queries a batch, and nothing where there are none': COUNTED,
  },
  'sales/pdf': { 'cost as many queries with 4 lines as with 200, of every kind': COUNTED },
  'sales/order-locations': {
    'cost one query for many orders, and none where no order has any': COUNTED,
  },
  'sales/invoice-lines': { 'cost as many statements for two orders as for two hundred': COUNTED },
  'sales/statement-counts': { '*': COUNTED },
  'sales/delivery-notes': { 'cost as many statements with 4 lines as with 200': COUNTED },
  'sales/numbers': {
    'numbers after a power cut': OWN_PROCESSES,
  },
  'sales/order-vouchers': { 'are looked up together, however many orders have some': COUNTED },
  'sales/invoices': { 'cost as many statements with 4 lines as with 200': COUNTED },
  'users/administrators': { 'all of them at level 3': FIVE_SECONDS },
  'users/passwords': {
    'and the tokens got for them': FIVE_SECONDS,
    'appears in no log line, answer or error, whatever is done with it': OWN_LOG,
  },
  'users/user-lines': { 'with passwords': SPIED },
  'users/login': { 'that fails': SPIED, 'that fails often': OWN_FAILURES },
  'users/users-credentials': {
    'lose it at once when they are %s': FIVE_SECONDS,
    'lose it at once when they are deleted': FIVE_SECONDS,
  },
  'users/users-list': {
    'show and read only what fields names': COUNTED,
    'read a page of a hundred full users with as many queries as one of two': COUNTED,
  },
  'users/login-tokens': {
    'end at once when their user %s': FIVE_SECONDS,
    'end when their user is deleted': FIVE_SECONDS,
    'end at once, even when a look-up of the user outlives the change': SPIED,
  },
  'metrics/metrics': { '*': OWN_METRICS },
  'conventions/traces': {
    'names the trace of a request that has one, and a new one instead of what is none': OWN_LOG,
  },
  'conventions/idempotency': { 'is let go when the work fails': SPIED },
  'conventions/rate-limits': {
    'rate limits': 'is about budgets that one process counts in memory',
  },
  'conventions/bodies': {
    'refuses a body that does not arrive in time, and closes the connection': SPIED,
  },
  'conventions/api-keys': {
    'end at once when they are deleted, whatever is under way': FIVE_SECONDS,
    'can delete themselves': FIVE_SECONDS,
    'show when they were last used': SPIED,
    'are looked up again after five seconds, so that one deleted by another process ends':
      FIVE_SECONDS,
    'end at once, even when a look-up of them outlives the deletion': SPIED,
  },
  'custom-tags/tag-values': { 'are listed by a fixed number of queries': COUNTED },
  'custom-tags/tag-group-links': {
    'are named when they are deleted between the look-up and the link': SPIED,
  },
  'custom-tags/tags': { 'are read by a fixed number of queries': COUNTED },
  'news/news-lists': {
    'ask for the filters of all news of a page at once, and only when they are shown': SPIED,
  },
  'import/import-http': { 'goes on after a caller who went away in the middle': SPIED },
  'import/import-memory': { '*': OWN_PROCESSES },
  'import/import-size': { '*': OWN_PROCESSES },
  'import/import-command': { '*': OWN_PROCESSES },
  'import/intake': { '*': NO_HTTP },
  'import/catalog-lines': { '*': NO_HTTP },
  'export/draining': { '*': OWN_PROCESSES },
  'export/former-exports': { '*': OWN_PROCESSES },
  'lists/list-plans': { '*': COUNTED },
  'new-resource/new-resource': { '*': ONE_MORE_MODULE },
  'conventions/stopping': { '*': OWN_PROCESSES },
  'conventions/workers': { '*': OWN_PROCESSES },
  'conventions/secrets': { '*': OWN_PROCESSES },
  'conventions/idempotency-processes': { '*': OWN_PROCESSES },
  'conventions/shared-rate-limits': { '*': OWN_PROCESSES },
  'util/status-lists': { 'ask the database once': COUNTED },
  'file-manager/static-files': {
    'are sent in part: %s': 'the S3 server of the specs answers bytes=0-0 with the whole file',
    'get another tag with another content, even of the same time and length': LOCAL,
    'are never mixed: a file that is replaced meanwhile is sent whole': LOCAL,
    'may be far larger than the memory, and are sent as they are read': LOCAL,
    'come in one piece or not at all when the store breaks down': SPIED,
  },
  'file-manager/uploads': {
    'is refused for want of rights before its body is read': SPIED,
    'goes to the store as it comes, and nobody sees it before its end': SPIED,
    'never has more than a little of a file in memory, whatever the sender does': SPIED,
    'is refused when it stops coming': SPIED,
    'leaves nothing behind when its sender goes away, a hundred times': SPIED,
  },
  'util/upload-image': {
    'stores nothing when the store can not': SPIED,
    'reads few images at a time, and sends away who finds too many waiting': SPIED,
    'serves callers in turn, however many pictures one of them sends': SPIED,
  },
  'file-manager/file-manager': {
    'gives 50 MiB and not a byte more, however large the file is': LOCAL,
    'is sent while it is read, so that a file is never held': SPIED,
    'lets go of the file when the client goes away': SPIED,
    'neither follows links nor opens what is no file': LOCAL,
    'answers %d %s for the error of the store': SPIED,
  },
};
