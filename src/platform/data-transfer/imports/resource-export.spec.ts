import { PublicId, Text } from '../../../api';
import { IdColumn, MoneyColumn, PidColumn } from '../../../database';
import { defineResourceExport } from './resource-export';

class Thing {
  @IdColumn()
  id!: number;

  @PidColumn()
  pId!: string;

  @MoneyColumn()
  price!: number;
}

class ThingDto {
  @PublicId()
  pId!: string;
}

class NotedThingDto extends ThingDto {
  @Text({ max: 10 })
  note!: string;
}

class PricedThingDto extends ThingDto {
  @Text({ max: 10 })
  price!: string;
}

describe('defineResourceExport', () => {
  it('refuses members that it can not take from a column as they are', () => {
    expect(defineResourceExport('thing', Thing, ThingDto).type).toBe('thing');
    expect(() => defineResourceExport('thing', Thing, NotedThingDto)).toThrow(
      'Declare how NotedThingDto.note is exported',
    );
    expect(() => defineResourceExport('thing', Thing, PricedThingDto)).toThrow(
      'Declare how PricedThingDto.price is exported',
    );
  });
});
