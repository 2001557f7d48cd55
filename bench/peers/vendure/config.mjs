import { DefaultLogger, LogLevel } from '@vendure/core';

/** What the bench logs in with. */
const superadminCredentials = {
  identifier: process.env.PEER_USER,
  password: process.env.PEER_PASSWORD,
};

/** As in production: no playground, no debugging. The schema is made by `fill.mjs` alone. */
export const config = ({ port = 0, synchronize = false } = {}) => ({
  apiOptions: { hostname: '127.0.0.1', port, cors: false, introspection: false },
  authOptions: { tokenMethod: ['bearer'], superadminCredentials },
  dbConnectionOptions: { type: 'better-sqlite3', database: 'store.sqlite', synchronize },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [] },
});
