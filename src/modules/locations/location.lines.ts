import { inTurn, ResourceLines } from '../intake';
import { CreateLocationDto } from './location.dto';
import type { PhysicalLocation } from './location.entity';
import { locationRecord } from './location.record';
import type { LocationsService } from './locations.service';

/** The intake's lines of physical locations: the API's create body. */
export function locationLines(locations: LocationsService) {
  const plan = locationRecord.plan();
  return new ResourceLines({
    type: 'location',
    dto: CreateLocationDto,
    complete: (values: readonly CreateLocationDto[]) =>
      values.map(({ languages = [], ...value }) => ({ ...value, languages })),
    find: async (values) => {
      const pIds = values.map(({ pId }) => pId);
      return (await locations.withPids(pIds, plan)).map(asLine);
    },
    create: inTurn((value) => locations.create(value, plan)),
    update: (id, value) => locations.update(id, value, plan),
  });
}

/** A stored location in the words of a line. */
function asLine({ zoneId, ...location }: PhysicalLocation) {
  return { ...location, locationId: zoneId ?? 0 };
}
