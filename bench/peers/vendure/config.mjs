import { DefaultLogger, LogLevel } from '@vendure/core';

/** Credentials of the bench. */
const superadminCredentials = {
  identifier: process.env.PEER_USER,
  password: process.env.PEER_PASSWORD,
};

/** Production settings without playground and debugging. Only `fill.mjs` creates the schema. */
export const config = ({ port = 0, synchronize = false } = {}) => ({
  apiOptions: { hostname: '127.0.0.1', port, cors: false, introspection: false },
  authOptions: { tokenMethod: ['bearer'], superadminCredentials },
  dbConnectionOptions: { type: 'better-sqlite3', database: 'store.sqlite', synchronize },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [] },
});
