import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Bool, Double, Id, Ref, SmallInt, Varchar } from '../../../../database';
import { SalesDocument } from './document.entity';

/** An address of the customer as it was when the document was made. */
@Entity('document_addresses')
@Index(['documentId'])
export class DocumentAddress {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.addresses)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  /** 1 billing, 2 shipping. */
  @SmallInt()
  type!: number;

  @SmallInt()
  userType!: number;

  @Varchar(255)
  firstName!: string;

  @Varchar(255)
  lastName!: string;

  @Varchar(255)
  company!: string;

  @Varchar(255)
  alias!: string;

  @Varchar(255)
  address!: string;

  @Varchar(64)
  number!: string;

  @Varchar(255)
  addressAdditionalInformation!: string;

  @Varchar(255)
  city!: string;

  @Varchar(255)
  state!: string;

  @Varchar(32)
  postalCode!: string;

  @Varchar(2)
  countryCode!: string;

  @Double()
  latitude!: number;

  @Double()
  longitude!: number;

  @Varchar(64)
  phone!: string;

  @Varchar(64)
  mobile!: string;

  @Varchar(64)
  fax!: string;

  @Varchar(64)
  nif!: string;

  @Varchar(64)
  vat!: string;

  /** Equivalence surcharge. */
  @Bool()
  re!: boolean;

  @Bool()
  reverseChargeVat!: boolean;

  @Bool()
  tax!: boolean;
}
