/**
 * Required first by a process of the service (`node --require`). It stops the process (SIGSTOP) between claiming a
 * request with an Idempotency-Key and doing the work.
 */
require('reflect-metadata');
const {
  DatabaseIdempotencyStore,
} = require('../../dist/platform/requests/idempotency/database-idempotency-store.js');

const { claim } = DatabaseIdempotencyStore.prototype;
DatabaseIdempotencyStore.prototype.claim = async function (request) {
  const result = await claim.call(this, request);
  if ('claim' in result) process.kill(process.pid, 'SIGSTOP');
  return result;
};
