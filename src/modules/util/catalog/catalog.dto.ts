import { PidPath, SearchQuery, Sort, Text } from '../../../api';
import { catalogKinds } from '../../../platform/catalog';

/** `{type}` in a path. Validation accepts any text, because an unknown type is a path that doesn't exist (404). */
const CatalogType = () =>
  Text({
    max: 255,
    description: `One of ${catalogKinds.join(', ')}`,
    example: 'product',
    suggestions: catalogKinds,
  });

export class CatalogPath {
  @CatalogType()
  type!: string;
}

export class CatalogPidPath extends PidPath {
  @CatalogType()
  type!: string;
}

export class CatalogQuery extends SearchQuery {
  @Sort(['id', 'pId', 'name'])
  sort!: string;
}
