import { defineConfig } from '@medusajs/framework/utils';

const secret = 'not-the-default-one';
const origin = 'http://127.0.0.1';

/**
 * Production settings without the admin pages. Events, cache and locks are in memory, because there is a single
 * process.
 */
export default defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      jwtSecret: secret,
      cookieSecret: secret,
      adminCors: origin,
      authCors: origin,
      storeCors: origin,
    },
  },
});
