/**
 * Required first by the second process of a service (`node --require`). Where a spec has set the clock of the first
 * process, the file TEST_CLOCK holds the time, in milliseconds since 1970.
 */
const { readFileSync } = require('node:fs');
const { Clock } = require('../../dist/core/clock.js');

const { now } = Clock.prototype;
Clock.prototype.now = function () {
  const told = readFileSync(process.env.TEST_CLOCK, 'utf8');
  return told === '' ? now.call(this) : new Date(Number(told));
};
