import { Entity, Index, Unique } from 'typeorm';
import { Folded, Id, Pid, Rate, searchKind, Varchar } from '../../database';

export const taxSearch = searchKind('tax', 16);

/** A tax with the surcharge of retailers (recargo de equivalencia) that goes with it. */
@Entity('taxes')
@Unique(['pId'])
@Index(['nameFolded'])
export class Tax {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  @Folded()
  nameFolded!: string;

  /** Millionths of a percent. */
  @Rate()
  rate!: number;

  /** Millionths of a percent. */
  @Rate()
  reRate!: number;
}
