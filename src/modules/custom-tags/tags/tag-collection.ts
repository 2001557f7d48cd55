import { Crud, filterByEqual, defineListing, type DataAccess } from '../../../database';
import { Tag, tagSearch } from './tag.entity';

const tagListing = defineListing(Tag, {
  sort: {
    pId: 'pId',
    position: 'position',
    priority: 'priority',
    controlType: 'controlType',
  },
  search: tagSearch,
  filters: {
    controlType: filterByEqual('controlType'),
    itemType: filterByEqual('itemType'),
    position: filterByEqual('position'),
    priority: filterByEqual('priority'),
  },
});

/** All tags of the store. */
export function createTagCollection(dataAccess: DataAccess): Crud<Tag> {
  return new Crud(dataAccess, Tag, 'tag', tagListing);
}
