import { Entity, Unique } from 'typeorm';
import { Id, LongText, Pid, Varchar } from '../../../database';
import type { NamedFilterItem } from '../../filters';

/** A customization template (specification, Definition record). */
@Entity('definitions')
@Unique(['pId'])
export class Definition {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  /** A comment for those who administer the store. */
  @LongText()
  description!: string;

  /** Whom it is for: attached by the service. */
  definitionItems?: readonly NamedFilterItem[];
}
