import { PublicId, Text } from '../../../api';
import { IdColumn, MoneyColumn, PidColumn } from '../../../database';
import { exportResource } from './resource-export';

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

describe('exportResource', () => {
  it('refuses members that it can not take from a column as they are', () => {
    expect(exportResource('thing', Thing, ThingDto).type).toBe('thing');
    expect(() => exportResource('thing', Thing, NotedThingDto)).toThrow(
      'Declare how NotedThingDto.note is exported',
    );
    expect(() => exportResource('thing', Thing, PricedThingDto)).toThrow(
      'Declare how PricedThingDto.price is exported',
    );
  });
});
