import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import {
  BoolColumn,
  DoubleColumn,
  IdColumn,
  PartOfRecord,
  RefColumn,
  SmallIntColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** An address of the customer at the time of the document. */
@Entity('document_addresses')
@PartOfRecord('documentId')
@Index(['documentId'])
export class DocumentAddress {
  @IdColumn()
  id!: number;

  @RefColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.addresses)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  /** 1 billing, 2 shipping. */
  @SmallIntColumn()
  type!: number;

  @SmallIntColumn()
  userType!: number;

  @VarcharColumn(255)
  firstName!: string;

  @VarcharColumn(255)
  lastName!: string;

  @VarcharColumn(255)
  company!: string;

  @VarcharColumn(255)
  alias!: string;

  @VarcharColumn(255)
  address!: string;

  @VarcharColumn(64)
  number!: string;

  @VarcharColumn(255)
  addressAdditionalInformation!: string;

  @VarcharColumn(255)
  city!: string;

  @VarcharColumn(255)
  state!: string;

  @VarcharColumn(32)
  postalCode!: string;

  @VarcharColumn(2)
  countryCode!: string;

  @DoubleColumn()
  latitude!: number;

  @DoubleColumn()
  longitude!: number;

  @VarcharColumn(64)
  phone!: string;

  @VarcharColumn(64)
  mobile!: string;

  @VarcharColumn(64)
  fax!: string;

  @VarcharColumn(64)
  nif!: string;

  @VarcharColumn(64)
  vat!: string;

  /** Equivalence surcharge. */
  @BoolColumn()
  re!: boolean;

  @BoolColumn()
  reverseChargeVat!: boolean;

  @BoolColumn()
  tax!: boolean;

  /** Number in the register of companies. */
  @VarcharColumn(64, { nullable: true })
  registrationNumber!: string | null;

  /** Scheme of the register (ISO/IEC 6523). */
  @VarcharColumn(4, { nullable: true })
  registrationScheme!: string | null;

  /** Address for structured documents; null: the customer's e-mail address. */
  @VarcharColumn(255, { nullable: true })
  electronicAddress!: string | null;

  /** Scheme of the electronic address (EAS). */
  @VarcharColumn(4, { nullable: true })
  electronicAddressScheme!: string | null;
}
