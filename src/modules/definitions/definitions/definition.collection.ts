import { Injectable } from '@nestjs/common';
import { Crud, defineList, DataAccess } from '../../../database';
import { FilterableCollection } from '../../../platform/requests/filters';
import { Definition } from './definition.entity';

/** All customization templates of the store. */
@Injectable()
@FilterableCollection()
export class DefinitionCollection extends Crud<Definition> implements FilterableCollection {
  readonly filterTarget = 'definitions';

  constructor(dataAccess: DataAccess) {
    super(dataAccess, Definition, 'definition', defineList(Definition));
  }
}
