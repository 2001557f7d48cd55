/** For a process that loads it first (NODE_OPTIONS=--require): SQLite's driver is not installed. */
const Module = require('node:module');

const { _resolveFilename: resolve } = Module;

Module._resolveFilename = function (request, ...more) {
  if (/^better-sqlite3(-13)?$/.test(request)) throw new Error(`Cannot find module '${request}'`);
  return resolve.call(this, request, ...more);
};
