import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../core/load-plan';
import {
  Crud,
  type ReferenceLookup,
  defineList,
  type RecordReference,
  DataAccess,
} from '../../database';
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

/** The fields of a physical location that referring modules use: its name and address. */
export type ReferencedLocation = Pick<PhysicalLocation, 'id' | (typeof referencedColumns)[number]>;

const lookupPlan = createLoadPlan(PhysicalLocation, referencedColumns);

/** Finds physical locations for modules that refer to them. */
@Injectable()
export class LocationLookup {
  private readonly locations: Crud<PhysicalLocation>;

  constructor(dataAccess: DataAccess) {
    const listing = defineList(PhysicalLocation);
    this.locations = new Crud(dataAccess, PhysicalLocation, 'physicalLocation', listing);
  }

  /**
   * Returns the id of the referenced location.
   * @param pointer JSON pointer of the reference in the request
   * @throws InvalidRequest if the reference is empty, ReferenceNotFound, ReferenceMismatch
   */
  resolveId(reference: RecordReference, pointer: string): Promise<number> {
    return this.locations.resolveReference(reference, pointer);
  }

  /** Looks up the referenced locations, with one query, and none without references. */
  lookUpReferences(
    references: readonly RecordReference[],
  ): Promise<ReferenceLookup<ReferencedLocation>> {
    return this.locations.lookUpReferences(references, lookupPlan);
  }
}
