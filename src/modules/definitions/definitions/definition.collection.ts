import { Injectable } from '@nestjs/common';
import { Crud, defineListing, Stores } from '../../../database';
import { FilterableCollection } from '../../../platform/requests/filters';
import { Definition } from './definition.entity';

/** All customization templates of the store. */
@Injectable()
@FilterableCollection()
export class DefinitionCollection extends Crud<Definition> implements FilterableCollection {
  readonly filterTarget = 'definitions';

  constructor(stores: Stores) {
    super(stores, Definition, 'definition', defineListing(Definition));
  }
}
