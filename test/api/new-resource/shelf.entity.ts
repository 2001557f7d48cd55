import { Entity } from 'typeorm';
import { Folded, Id, Int, Pid, searchKind, Varchar } from '../../../src/database';

export const shelfSearch = searchKind('shelf', 9001);

/** A made-up resource: a shelf of a warehouse. */
@Entity('shelves')
export class Shelf {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  @Folded()
  nameFolded!: string;

  @Int()
  capacity!: number;
}
