import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../core/load-plan';
import { Crud, type ReferenceLookup, defineListing, type Reference, Stores } from '../../database';
import { PhysicalLocation } from './location.entity';

const referencedColumns = [
  'pId',
  'name',
  'address',
  'city',
  'state',
  'postalCode',
  'countryCode',
  'zoneId',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof PhysicalLocation)[];

/** What a physical location is to those who refer to it: what it is called, and where it stands. */
export type ReferencedLocation = Pick<PhysicalLocation, 'id' | (typeof referencedColumns)[number]>;

const lookupPlan = createLoadPlan(PhysicalLocation, referencedColumns);

/** Physical locations for the areas that refer to them. */
@Injectable()
export class LocationLookup {
  private readonly locations: Crud<PhysicalLocation>;

  constructor(stores: Stores) {
    const list = defineListing(PhysicalLocation);
    this.locations = new Crud(stores, PhysicalLocation, 'physicalLocation', list);
  }

  /**
   * The id of the location that a reference names.
   * @param pointer where the reference stands in the request
   * @throws InvalidRequest when it names none, ReferenceNotFound, ReferenceMismatch
   */
  resolveId(reference: Reference, pointer: string): Promise<number> {
    return this.locations.resolveReference(reference, pointer);
  }

  /** Looks up the locations that references name; one query, and none without references. */
  resolve(references: readonly Reference[]): Promise<ReferenceLookup<ReferencedLocation>> {
    return this.locations.lookUpReferences(references, lookupPlan);
  }
}
