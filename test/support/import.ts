import type { ServiceClient } from './service/service';

/** The counts and the listed errors of an import. */
export interface ImportResponse {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  types?: Record<string, { created: number; updated: number; unchanged: number; rejected: number }>;
  errors: {
    line: number;
    type: string;
    pId: string;
    code: string;
    detail: string;
    pointer: string;
  }[];
}

/** Imports lines; the service must know their types. */
export async function importLines(
  service: ServiceClient,
  lines: readonly object[],
  sent: { readonly key?: string } = {},
): Promise<ImportResponse> {
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const response = await service.post('/v1/import', body, { headers, ...sent });
  if (response.status !== 200) throw new Error(response.text);
  return response.body as ImportResponse;
}
