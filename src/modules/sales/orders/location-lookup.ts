import { Injectable } from '@nestjs/common';
import type { ReferenceDto } from '../../../api';
import { DomainError, ReferenceNotFound } from '../../../core/errors';
import type { LocationSnapshot } from '../documents/snapshots';

/** Physical locations that were looked up together. */
export interface FoundLocations {
  find(reference: ReferenceDto, pointer: string): LocationSnapshot | DomainError;
}

/** Where orders are picked up or sent from. Without the area of locations there are none. */
@Injectable()
export class LocationLookup {
  resolve(_references: readonly ReferenceDto[]): Promise<FoundLocations> {
    return Promise.resolve({
      find: ({ id, pId = '' }, pointer) =>
        new ReferenceNotFound({ resource: 'location', pointer, reference: id ? id : pId }),
    });
  }
}
