import { defineError } from '../../../core/errors';

/** 422: the document can't have an invoicing record. */
export const VerifactuNotExpressible = defineError<{ reason: string }>({
  code: 'verifactu.notExpressible',
  status: 422,
  title: "The document can't have an invoicing record",
  remedy: 'Correct the order as `detail` describes, or issue the document elsewhere.',
  detail: ({ reason }) => reason,
});

/** 422: the settings, the tax number or the series of a headquarter don't allow Veri*factu. */
export const VerifactuNotReady = defineError<{ reason: string; pointer?: string }>({
  code: 'verifactu.notReady',
  status: 422,
  title: "The headquarter can't use Veri*factu yet",
  remedy: 'Correct the headquarter as `detail` describes, then send the record again.',
  detail: ({ reason }) => reason,
});

/** 409: an import would add to a chain that the service itself writes. */
export const VerifactuChainStillOpen = defineError({
  code: 'verifactu.chainOpen',
  status: 409,
  title: 'Only the service itself adds to this chain',
  remedy: 'Leave the record out. Import records only where nothing is issued.',
  detail: () => 'The service itself writes this chain, so imports add no records or answers to it.',
});

/** 422: Veri*factu is never switched off over HTTP. */
export const VerifactuModeChangeRefused = defineError<{ from: string; to: string }>({
  code: 'verifactu.modeFixed',
  status: 422,
  title: 'Only the command line can change this mode',
  remedy: 'Run `cli verifactu mode` on the server.',
  detail: ({ from, to }) => `Only the command line changes Veri*factu from ${from} to ${to}.`,
  pointer: () => '/mode',
});

/** 409: another document of the tax number has this number. */
export const VerifactuNumberTaken = defineError<{ number: string; taxNumber: string }>({
  code: 'verifactu.numberTaken',
  status: 409,
  title: 'Another document of the tax number has this number',
  remedy: 'Give each series of the tax number a prefix of its own.',
  detail: ({ number, taxNumber }) =>
    `The number ${number} is used by another invoice or credit note of ${taxNumber}.`,
});

/** 503: the database is older than what was issued, so that the next record would fork the chain. */
export const VerifactuDatabaseOutdated = defineError<{ taxNumber: string; reason: string }>({
  code: 'verifactu.behind',
  status: 503,
  title: 'The database is older than the issued invoices',
  remedy: 'Restore a newer backup, or run `cli verifactu restored`.',
  detail: ({ taxNumber, reason }) => `No invoice is issued for ${taxNumber}: ${reason}.`,
});

/** 422: an invoice from after the activation of Veri*factu is not imported. */
export const ImportedAfterVerifactuActivation = defineError<{ number: string; since: string }>({
  code: 'verifactu.importTooLate',
  status: 422,
  title: 'The invoice was issued after the activation of Veri*factu',
  remedy: 'Issue it here, or import only invoices from before the activation.',
  detail: ({ number, since }) =>
    `The invoice ${number} can't be imported: invoices since ${since} have invoicing records.`,
  pointer: () => '/date',
});

/** 409: only records that AEAT has rejected, or accepted with errors, are corrected. */
export const VerifactuNotCorrectable = defineError<{ state: string }>({
  code: 'verifactu.notCorrectable',
  status: 409,
  title: 'The record needs no correction',
  remedy: 'Correct only those records that AEAT has rejected, or accepted with errors.',
  detail: ({ state }) => `The record is in the state ${state}.`,
});
