import { medusa } from './medusa';
import type { Peer } from './peer';
import { strapi } from './strapi';
import { vendure } from './vendure';

/** The peers by their names on the command line. */
export const peers: Readonly<Record<string, Peer>> = { vendure, strapi, medusa };
