/** Serves the project in this folder at HOST and PORT, without the admin pages, because only a program calls it. */
const { createStrapi } = require('@strapi/strapi');

createStrapi({ appDir: __dirname, distDir: __dirname, serveAdminPanel: false }).start();
