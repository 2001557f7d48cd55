/**
 * In a service (NODE_OPTIONS=--require): what it keeps for its own use is kept for KEPT_MS, and swept every SWEEP_MS.
 * The settings know whole hours and days only.
 */
require('reflect-metadata');
const { join } = require('node:path');

const { Configuration } = require(join(__dirname, '../../../dist/config/configuration'));

const HOUR_MS = 60 * 60 * 1000;
const hours = Number(process.env.KEPT_MS) / HOUR_MS;
const days = hours / 24;
const kept = {
  ...{ journalDays: days, outboxDeliveredDays: days, outboxFailedDays: days },
  ...{ idempotencyHours: hours, exportHours: hours },
};

const { from } = Configuration;
Configuration.from = function (environment) {
  const told = from.call(this, environment);
  return Object.freeze(Object.assign(Object.create(Configuration.prototype), told, kept));
};

const { setInterval } = globalThis;
globalThis.setInterval = (work, milliseconds, ...more) =>
  setInterval(
    work,
    milliseconds === HOUR_MS ? Number(process.env.SWEEP_MS) : milliseconds,
    ...more,
  );
