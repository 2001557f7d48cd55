import { Crud, equals, defineListing, type Stores } from '../../../database';
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
    controlType: equals('controlType'),
    itemType: equals('itemType'),
    position: equals('position'),
    priority: equals('priority'),
  },
});

/** All tags of the store. */
export function tagCollection(stores: Stores): Crud<Tag> {
  return new Crud(stores, Tag, 'tag', tagListing);
}
