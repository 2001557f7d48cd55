import { Check, Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  Bool,
  BigInt53,
  Double,
  Folded,
  Id,
  Instant,
  Int,
  Json,
  listing,
  LongText,
  Marker,
  Money,
  OffsetInstant,
  Pid,
  Quantity,
  Rate,
  Ref,
  SmallInt,
  Varchar,
  equals,
  atLeast,
  oneOf,
  searchKind,
} from '../../src/database';

export const shopSearch = searchKind('sample shop', 1001);

@Entity('sample_towns')
@Unique(['pId'])
export class Town {
  @Id() id!: number;
  @Pid() pId!: string;
  @Varchar(100, { default: '' }) name!: string;
}

@Entity('sample_shops')
@Unique(['pId'])
@Unique(['isMain'])
@Index(['townId'])
@Index(['nameFolded'])
@Check('ck_sample_shops_stock', 'stock >= 0')
export class Shop {
  @Id() id!: number;
  @Pid() pId!: string;
  @Ref(() => Town, { onDelete: 'RESTRICT', nullable: true }) townId!: number | null;
  @ManyToOne(() => Town) town!: Relation<Town> | null;
  @OneToMany(() => Line, (line) => line.shop) lines!: Relation<Line>[];
  @Varchar(50, { default: '' }) name!: string;
  @Folded(190, { default: '' }) nameFolded!: string;
  @LongText({ nullable: true }) note!: string | null;
  @Bool({ default: false }) isOpen!: boolean;
  @Marker() isMain!: 1 | null;
  @Int({ nullable: true }) rank!: number | null;
  @SmallInt({ default: 0 }) state!: number;
  @BigInt53({ default: 0 }) visits!: number;
  @Money({ default: 0 }) balance!: number;
  @Rate({ default: 0 }) rate!: number;
  @Quantity({ default: 0 }) stock!: number;
  @Double({ default: 0 }) weight!: number;
  @Instant({ nullable: true }) openedAt!: Date | null;
  @OffsetInstant({ nullable: true }) bornAt!: string | null;
  @Json({ default: {} }) data!: unknown;
}

@Entity('sample_lines')
@Unique(['shopId', 'pId'])
export class Line {
  @Id() id!: number;
  @Ref(() => Shop, { onDelete: 'CASCADE' }) shopId!: number;
  @ManyToOne(() => Shop, (shop) => shop.lines) shop!: Relation<Shop>;
  @OneToMany(() => Part, (part) => part.line) parts!: Relation<Part>[];
  @Pid() pId!: string;
}

@Entity('sample_parts')
@Index(['shopId'])
@Index(['lineId'])
export class Part {
  @Id() id!: number;
  @Ref(() => Line, { onDelete: 'CASCADE' }) lineId!: number;
  @ManyToOne(() => Line, (line) => line.parts) line!: Relation<Line>;
  @Ref(() => Shop, { onDelete: 'CASCADE' }) shopId!: number;
  @Varchar(50) name!: string;
}

export const shopListing = listing(Shop, {
  sort: {
    pId: 'pId',
    name: { property: 'name', foldedBy: 'nameFolded' },
    rank: 'rank',
    state: 'state',
    openedAt: 'openedAt',
  },
  search: shopSearch,
  filters: {
    state: equals('state'),
    exactState: equals('state', { zeroIsAValue: true }),
    since_id: atLeast('id'),
    states: oneOf('state'),
  },
});
