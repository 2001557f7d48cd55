import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUppercase,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotEquals,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { assertSchemaDerivable } from './schema-derivation';
import { type DtoClass, UpdateType, toInlineSchema, PickAnnotatedType } from './dto';
import { Int, Text } from './fields';
import { ValidatorCompiler } from './validator-compiler';

class ContactDto {
  @IsEmail()
  @IsOptional()
  email?: string;

  @IsUrl()
  @IsOptional()
  page?: string;
}

/** A DTO as in any Nest application, with one preset. */
class PlainDto {
  @IsEmail()
  @IsOptional()
  @JSONSchema({ description: 'Where to write to', examples: ['ada@example.com'] })
  email?: string;

  @IsString()
  @IsNotEmpty()
  @MaxLength(5)
  name!: string;

  @IsInt()
  @Min(1)
  @Max(9)
  @NotEquals(5)
  @IsDefined()
  level!: number;

  @IsOptional() @IsNumber() @IsPositive() weight?: number;
  @IsOptional() @IsBoolean() active?: boolean;
  @IsOptional() @IsIn(['a', 'b']) letter?: string;
  @IsOptional() @IsEnum({ red: 1, blue: 2 }) colour?: number;
  @IsOptional() @IsString() @Length(2, 3) code?: string;
  @IsOptional() @IsString() @MinLength(2) long?: string;
  @IsOptional() @IsString() @Matches(/^[a-z]+$/u) word?: string;
  @IsOptional() @IsUUID() uuid?: string;
  @IsOptional() @IsArray() @ArrayMaxSize(2) @IsInt({ each: true }) numbers?: number[];
  @IsOptional() @IsArray() @ArrayNotEmpty() @IsString({ each: true }) texts?: string[];

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ContactDto)
  contact?: ContactDto;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ContactDto)
  contacts?: ContactDto[];

  @Text({ max: 3, default: 'abc' })
  preset!: string;
}

class PlainUpdateDto extends UpdateType(PlainDto, ['level']) {}
class PlainPartDto extends PickAnnotatedType(PlainDto, ['preset', 'email']) {}

const shapes = ValidatorCompiler.forTimeZone('UTC');

function check(dto: DtoClass, value: object): string[] {
  const faults = shapes.compile(toInlineSchema(dto))(value, '');
  return faults.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe("class-validator's own decorators on a DTO", () => {
  it('accept valid values', () => {
    const value = {
      email: 'ada@example.com',
      name: 'Ada',
      level: 1,
      weight: 0.5,
      active: true,
      letter: 'a',
      colour: 2,
      code: 'ab',
      long: 'ab',
      word: 'abc',
      numbers: [1, 2],
      texts: [''],
      uuid: '5f0c2b9e-6a0b-4c43-9d1f-0a9f6f0f2a11',
      contact: {},
      contacts: [{ page: 'https://example.com/a' }],
    };
    expect(check(PlainDto, value)).toEqual([]);
    expect(value).toHaveProperty('preset', 'abc');
  });

  it.each<[string, unknown, string]>([
    ['email', 'ada@', '/email format.email'],
    ['email', null, '/email value.type'],
    ['name', '', '/name text.tooShort'],
    ['name', 'abcdef', '/name text.tooLong'],
    ['name', 5, '/name value.type'],
    ['level', 0, '/level number.range'],
    ['level', 10, '/level number.range'],
    ['level', 5, '/level value.notAllowed'],
    ['level', 1.5, '/level value.type'],
    ['weight', 0, '/weight number.range'],
    ['active', 'true', '/active value.type'],
    ['letter', 'c', '/letter value.notAllowed'],
    ['colour', 3, '/colour value.notAllowed'],
    ['code', 'a', '/code text.tooShort'],
    ['code', 'abcd', '/code text.tooLong'],
    ['long', 'a', '/long text.tooShort'],
    ['word', 'A', '/word text.pattern'],
    ['uuid', '5f0c', '/uuid format.uuid'],
    ['numbers', 1, '/numbers value.type'],
    ['numbers', [1, 2, 3], '/numbers list.tooLong'],
    ['numbers', [1, 'x'], '/numbers/1 value.type'],
    ['texts', [], '/texts list.tooShort'],
    ['contact', [], '/contact value.type'],
    ['contact', { page: 'no address' }, '/contact/page format.url'],
    ['contacts', [], '/contacts list.tooShort'],
    ['contacts', [{ email: 'x' }], '/contacts/0/email format.email'],
    ['contacts', [[]], '/contacts/0 value.type'],
    ['contacts', [{ name: 'x' }], '/contacts/0/name field.unknown'],
  ])('refuse %s: %j', (member, given, fault) => {
    expect(check(PlainDto, { name: 'Ada', level: 1, [member]: given })).toEqual([fault]);
  });

  it('report all faults at once, including missing members', () => {
    expect(check(PlainDto, { email: 'x', active: 1 })).toEqual([
      '/name field.required',
      '/level field.required',
      '/email format.email',
      '/active value.type',
    ]);
  });

  it('are shown in the document', () => {
    const { properties, required } = toInlineSchema(PlainDto);
    expect(required).toEqual(['name', 'level']);
    expect(properties).toMatchObject({
      email: {
        type: 'string',
        format: 'email',
        description: 'Where to write to',
        examples: ['ada@example.com'],
      },
      name: { type: 'string', minLength: 1, maxLength: 5 },
      level: { type: 'integer', minimum: 1, maximum: 9, not: { const: 5 } },
      numbers: { type: 'array', items: { type: 'integer' }, maxItems: 2 },
      contact: { type: 'object', additionalProperties: false },
      preset: { type: 'string', format: 'text', maxLength: 3, default: 'abc' },
    });
  });

  it('apply to the update body and to picked parts, with their annotations', () => {
    expect(check(PlainUpdateDto, { email: 'x' })).toEqual(['/email format.email']);
    expect(check(PlainUpdateDto, { level: 2 })).toEqual(['/level field.notEditable']);
    const part = toInlineSchema(PlainPartDto);
    expect(Object.keys(part.properties ?? {})).toEqual(['email', 'preset']);
    expect(part.properties).toMatchObject({
      email: { description: 'Where to write to' },
      preset: { default: 'abc' },
    });
    const { properties } = toInlineSchema(PlainUpdateDto);
    expect(properties?.['preset']).not.toHaveProperty('default');
  });
});

class AnyRule {
  validate(): boolean {
    return true;
  }
}

/** A class with the decorators on its member `member`. */
function declared(...decorators: readonly PropertyDecorator[]): DtoClass {
  class BadDto {
    member?: unknown;
  }
  for (const decorate of decorators) decorate(BadDto.prototype, 'member');
  return BadDto;
}

describe('a declaration without an exact schema', () => {
  const each = { each: true };
  it.each<[string, PropertyDecorator[]]>([
    ['@IsUppercase', [IsString(), IsUppercase()]],
    ['@ArrayUnique', [IsArray(), IsInt(each), ArrayUnique()]],
    ['@Allow', [IsString(), Allow()]],
    ['@ValidateIf', [IsString(), ValidateIf(() => true)]],
    ['@ValidatePromise', [ValidatePromise()]],
    ['@Validate', [IsString(), Validate(AnyRule)]],
    ['@IsString', [IsString({ groups: ['admin'] })]],
    ['@IsString', [IsString({ always: true })]],
    ['@IsString', [IsString({ validateIf: () => true })]],
    ['@IsString', [IsString({ message: 'Not this one' })]],
    ['@IsString', [IsString({ context: { severity: 1 } })]],
    ['@IsNumber', [IsNumber({ maxDecimalPlaces: 2 })]],
    ['@IsEmail', [IsEmail({ allow_display_name: true })]],
    ['@IsUrl', [IsUrl({ protocols: ['https'] })]],
    ['@IsUuid', [IsUUID('4')]],
    ['@Matches', [IsString(), Matches(/^a$/)]],
    ['@Matches', [IsString(), Matches(/^a$/iu)]],
    ['@IsIn', [IsIn([true, 1])]],
    ['@NotEquals', [IsBoolean(), NotEquals(true)]],
    ['@MinLength', [IsString(), MinLength(2), IsNotEmpty()].reverse()],
    ['@IsNumber', [IsInt(), IsNumber()]],
    ['@ValidateNested', [IsObject(), ValidateNested()]],
  ])('stops the start with class, member and %s', (decorator, decorators) => {
    expect(() => assertSchemaDerivable(declared(...decorators))).toThrow(
      `BadDto.member: ${decorator} has no exact equivalent: `,
    );
  });

  it.each<[string, PropertyDecorator[]]>([
    ['its type is missing', [IsOptional()]],
    ['maxLength needs a decorator of its type', [MaxLength(3)]],
    ['maxLength needs a decorator of its type', [IsInt(), MaxLength(3)]],
    ['minimum needs a decorator of its type', [IsArray(), IsString(each), Min(3, each)]],
    ['`each` needs @IsArray()', [IsString(each)]],
    ['the type of its elements is missing', [IsArray()]],
    ['its members are missing', [IsObject()]],
    ['add @IsObject()', [ValidateNested(), Type(() => ContactDto)]],
    ['add @IsObject({ each: true })', [IsArray(), ValidateNested(each), Type(() => ContactDto)]],
  ])('stops the start: %s', (reason, decorators) => {
    const dto = declared(...decorators);
    expect(() => assertSchemaDerivable(dto)).toThrow(/^BadDto\.member is declared too loosely: /);
    expect(() => assertSchemaDerivable(dto)).toThrow(reason);
  });

  it('stops the start in a nested class, too', () => {
    const bad = declared(IsString(), IsUppercase());
    const dto = declared(
      IsObject(),
      ValidateNested(),
      Type(() => bad),
    );
    expect(() => assertSchemaDerivable(dto)).toThrow('BadDto.member: @IsUppercase');
  });

  it('stops the start if a required member replaces an optional one', () => {
    class ParentDto {
      @Int({ optional: true }) member?: number;
    }
    class ChildDto extends ParentDto {
      @Int() override member!: number;
    }
    expect(() => assertSchemaDerivable(ChildDto)).toThrow('ChildDto.member is declared again');
  });

  it('stops the start for a class without declared members', () => {
    class EmptyDto {
      member?: unknown;
    }
    expect(() => assertSchemaDerivable(EmptyDto)).toThrow('EmptyDto declares no members');
  });
});

describe('classes with the same name', () => {
  it('have separate schemas', () => {
    const one = declared(IsString());
    const other = declared(IsInt());
    expect(one.name).toBe(other.name);
    expect(toInlineSchema(one).properties).toEqual({ member: { type: 'string' } });
    expect(toInlineSchema(other).properties).toEqual({ member: { type: 'integer' } });
  });
});
