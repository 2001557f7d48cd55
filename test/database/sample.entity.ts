import { Check, Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
  BigInt53Column,
  DoubleColumn,
  FoldedColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  JsonColumn,
  defineList,
  LockCountColumn,
  LongTextColumn,
  NullableFlagColumn,
  MoneyColumn,
  OffsetInstantColumn,
  PidColumn,
  QuantityColumn,
  RateColumn,
  ForeignKeyColumn,
  SmallIntColumn,
  VarcharColumn,
  filterByEqual,
  filterByMin,
  filterBy,
  whereIn,
  defineSearchKind,
} from '../../src/database';

export const shopSearch = defineSearchKind('sample shop', 1001);

@Entity('sample_towns')
@Unique(['pId'])
export class Town {
  @IdColumn() id!: number;
  @PidColumn() pId!: string;
  @VarcharColumn(100, { default: '' }) name!: string;
}

@Entity('sample_shops')
@Unique(['pId'])
@Unique(['isMain'])
@Index(['townId'])
@Index(['nameFolded'])
@Check('ck_sample_shops_stock', 'stock >= 0')
export class Shop {
  @IdColumn() id!: number;
  @PidColumn() pId!: string;
  @ForeignKeyColumn(() => Town, { onDelete: 'RESTRICT', nullable: true }) townId!: number | null;
  @ManyToOne(() => Town) town!: Relation<Town> | null;
  @OneToMany(() => Line, (line) => line.shop) lines!: Relation<Line>[];
  @VarcharColumn(50, { default: '' }) name!: string;
  @FoldedColumn(190, { default: '' }) nameFolded!: string;
  @LongTextColumn({ nullable: true }) note!: string | null;
  @BoolColumn({ default: false }) isOpen!: boolean;
  @NullableFlagColumn() isMain!: 1 | null;
  @IntColumn({ nullable: true }) rank!: number | null;
  @SmallIntColumn({ default: 0 }) state!: number;
  @BigInt53Column({ default: 0 }) visits!: number;
  @MoneyColumn({ default: 0 }) balance!: number;
  @RateColumn({ default: 0 }) rate!: number;
  @QuantityColumn({ default: 0 }) stock!: number;
  @DoubleColumn({ default: 0 }) weight!: number;
  @InstantColumn({ nullable: true }) openedAt!: Date | null;
  @OffsetInstantColumn({ nullable: true }) bornAt!: string | null;
  @JsonColumn({ default: {} }) data!: unknown;
  @LockCountColumn() lockCount?: number | null;
}

@Entity('sample_lines')
@Unique(['shopId', 'pId'])
export class Line {
  @IdColumn() id!: number;
  @ForeignKeyColumn(() => Shop, { onDelete: 'CASCADE' }) shopId!: number;
  @ManyToOne(() => Shop, (shop) => shop.lines) shop!: Relation<Shop>;
  @OneToMany(() => Part, (part) => part.line) parts!: Relation<Part>[];
  @PidColumn() pId!: string;
}

@Entity('sample_parts')
@Index(['shopId'])
@Index(['lineId'])
export class Part {
  @IdColumn() id!: number;
  @ForeignKeyColumn(() => Line, { onDelete: 'CASCADE' }) lineId!: number;
  @ManyToOne(() => Line, (line) => line.parts) line!: Relation<Line>;
  @ForeignKeyColumn(() => Shop, { onDelete: 'CASCADE' }) shopId!: number;
  @VarcharColumn(50) name!: string;
}

export const shopListing = defineList(Shop, {
  sort: {
    pId: 'pId',
    name: { property: 'name', foldedProperty: 'nameFolded' },
    rank: 'rank',
    state: 'state',
    openedAt: 'openedAt',
  },
  search: shopSearch,
  filters: {
    state: filterByEqual('state'),
    exactState: filterByEqual('state', { acceptsFalsy: true }),
    since_id: filterByMin('id'),
    openedAt_min: filterByMin('openedAt'),
    states: filterBy((states: readonly number[]) => whereIn('state', states)),
  },
});
