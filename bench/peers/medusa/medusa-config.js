import { defineConfig } from '@medusajs/framework/utils';

const secret = 'not-the-default-one';
const origin = 'http://127.0.0.1';

/** As in production, without the pages for people. Events, cache and locks are in memory: there is one process. */
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
