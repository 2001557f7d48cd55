/** Forgets Idempotency-Keys: every attempt does the work again. */
require('reflect-metadata');
const { randomBytes } = require('node:crypto');
const { join } = require('node:path');

const dist = join(__dirname, '../../../dist');
const { DatabaseIdempotencyStore } = require(
  join(dist, 'platform/requests/idempotency/database-idempotency-store'),
);

const claim = DatabaseIdempotencyStore.prototype.claim;
DatabaseIdempotencyStore.prototype.claim = function (request) {
  return claim.call(this, { ...request, name: randomBytes(32).toString('hex') });
};
