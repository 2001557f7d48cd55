import { Crud, filterByEqual, defineList, type DataAccess } from '../../../database';
import { Tag, tagSearchKind } from './tag.entity';

const tagListing = defineList(Tag, {
  sort: {
    pId: 'pId',
    position: 'position',
    priority: 'priority',
    controlType: 'controlType',
  },
  search: tagSearchKind,
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
