/** Serves what is in this folder, at HOST and PORT. Without the pages for people, as it is called by a program. */
const { createStrapi } = require('@strapi/strapi');

createStrapi({ appDir: __dirname, distDir: __dirname, serveAdminPanel: false }).start();
