import { buildService } from '../support/servers/built-process';

/** Once before all specs behind two processes: they start what was built. */
export = buildService;
