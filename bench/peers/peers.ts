import { medusa } from './medusa';
import type { Peer } from './peer';
import { strapi } from './strapi';
import { vendure } from './vendure';

/** What the service is compared with, by the names that the bench takes. */
export const peers: Readonly<Record<string, Peer>> = { vendure, strapi, medusa };
