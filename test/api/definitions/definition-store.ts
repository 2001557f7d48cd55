import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';

/** A filter as answers show it. */
export interface FilterRecord {
  readonly ID: number;
  readonly ITEM: { readonly ID: number; readonly PID: string };
  readonly ITEMTYPE: number;
}

/** A definition as answers show it. */
export interface DefinitionRecord {
  readonly DEFINITIONITEMS: readonly FilterRecord[];
  readonly DESCRIPTION: string;
  readonly ID: number;
  readonly NAME: string;
  readonly PID: string;
}

/** A service whose store has two zones. */
export async function startWithZones(): Promise<Service> {
  const service = await Service.start();
  await importLines(service, [
    { type: 'zone', pId: 'north', name: 'North', countryCode: 'ES' },
    { type: 'zone', pId: 'south', name: 'South', countryCode: 'ES' },
  ]);
  return service;
}

let made = 0;

/** The body of a new definition with a pId of its own. */
export function definitionBody(values: object = {}): { definitions: object } {
  made += 1;
  return { definitions: { pId: `definition-${made}`, name: `Definition ${made}`, ...values } };
}

export async function createDefinition(
  service: Service,
  values: object = {},
): Promise<DefinitionRecord> {
  const response = await service.post('/v1/definitions', definitionBody(values));
  if (response.status !== 201) throw new Error(response.text);
  return response.body as DefinitionRecord;
}

export async function readDefinition(service: Service, id: number): Promise<DefinitionRecord> {
  return (await service.get(`/v1/definitions/${id}`)).body as DefinitionRecord;
}
