import { UpdateType, toInlineSchema, type DtoClass } from './dto';
import {
  Code,
  CodeOrText,
  CountryCode,
  CurrencyCode,
  CurrencyNumber,
  Decimal,
  Flag,
  Float,
  Instant,
  Int,
  LanguageCode,
  LanguageTexts,
  ListOf,
  Money,
  Nested,
  OffsetInstant,
  OneOf,
  NumericFlag,
  Rate,
  RecordId,
  Sort,
  Text,
  TextList,
} from './fields';
import { Email, PublicId } from './visible-fields';
import { Reference, ReferenceDto } from './reference-fields';
import { defineCodes } from '../../core/code-list';
import { MAX_FIELD_ERRORS, ValidatorCompiler } from './validator-compiler';

class InnerDto {
  @LanguageCode()
  languageCode!: string;

  @Text({ max: 3, default: 'abc' })
  name!: string;
}

class EverythingDto {
  @PublicId({ optional: true }) pId?: string | null;
  @Text({ max: 3, optional: true }) text?: string;
  @Text({ max: 9, pattern: '^a+$', optional: true }) pattern?: string;
  @Int({ min: 0, max: 9, optional: true }) int?: number;
  @Int({ except: 0, optional: true }) points?: number;
  @RecordId({ optional: true }) recordId?: number;
  @Decimal({ decimals: 3, above: 0, optional: true }) decimal?: number;
  @Money({ optional: true }) money?: number;
  @Rate({ optional: true }) rate?: number;
  @Float({ min: -90, max: 90, optional: true }) float?: number;
  @Flag({ optional: true }) flag?: boolean;
  @NumericFlag({ optional: true }) numericFlag?: boolean;
  @OneOf([1, 2], { optional: true }) code?: 1 | 2;
  @OneOf(['A', 'B'], { optional: true }) word?: 'A' | 'B';
  @Instant({ optional: true }) from?: Date;
  @Instant({ optional: true, roundsUp: true }) to?: Date;
  @OffsetInstant({ optional: true }) day?: string | null;
  @CountryCode({ optional: true }) country?: string;
  @CurrencyCode({ optional: true }) currency?: string;
  @CurrencyNumber({ optional: true }) currencyId?: number;
  @Email({ optional: true }) email?: string;
  @Nested(() => InnerDto, { optional: true }) inner?: InnerDto;
  @ListOf(() => InnerDto, { optional: true, min: 1, max: 2 }) list?: InnerDto[];
  @LanguageTexts(() => InnerDto) languages?: InnerDto[];
  @Sort(['id', 'name'], { default: undefined, optional: true }) sort?: string;
  @TextList({ of: ['x', 'y'], optional: true, min: 1 }) words?: string[];
  @TextList({ of: { max: 2 }, optional: true }) texts?: string[];
  @Reference({ optional: true }) ref?: ReferenceDto | null;
  @ListOf(() => ReferenceDto, { optional: true }) refs?: ReferenceDto[];
}

class NeededDto extends EverythingDto {
  @PublicId() needed!: string;
  @Instant() neededFrom!: Date;
  @CountryCode() neededCountry!: string;
}

class UpdateNeededDto extends UpdateType(NeededDto) {}

class ContactDto {
  @Email({ default: '' }) email!: string;
}

class CreateDto {
  @PublicId() pId!: string;
  @Int({ default: 7 }) position!: number;
  @OneOf([1, 2]) kind!: 1 | 2;
}

class UpdateDto extends UpdateType(CreateDto, ['kind']) {}

const states = defineCodes([
  [1, 'Pending'],
  [-3, 'Not authorized'],
]);
const targets = defineCodes([
  [10, 'user'],
  [30, 'country'],
]);

const shapes = ValidatorCompiler.forTimeZone('Europe/Madrid');

function check(dto: DtoClass, value: unknown): { faults: string[]; value: unknown } {
  const faults = shapes.compile(toInlineSchema(dto))(value, '');
  return { faults: faults.map(({ pointer, code }) => `${pointer} ${code}`), value };
}

describe('the shape of a body', () => {
  it.each<[string, unknown, string]>([
    ['needed', '', 'text.tooShort'],
    ['neededFrom', '', 'text.tooShort'],
    ['neededCountry', '', 'text.tooShort'],
    ['pId', ' a', 'format.public-id'],
    ['text', 'abcd', 'text.tooLong'],
    ['text', 'a\0', 'format.text'],
    ['text', '\ud800', 'format.text'],
    ['pattern', 'b', 'text.pattern'],
    ['int', 10, 'number.range'],
    ['int', -1, 'number.range'],
    ['int', 1.5, 'value.type'],
    ['int', Infinity, 'value.type'],
    ['int', NaN, 'value.type'],
    ['points', 0, 'value.notAllowed'],
    ['points', '0', 'value.type'],
    ['recordId', 0, 'number.range'],
    ['recordId', 2 ** 53, 'number.range'],
    ['decimal', 0, 'number.range'],
    ['decimal', 1.2345, 'number.decimals'],
    ['money', 1.00001, 'number.decimals'],
    ['money', 1e12, 'number.range'],
    ['rate', -1, 'number.range'],
    ['rate', 1000.1, 'number.range'],
    ['rate', 0.0000001, 'number.decimals'],
    ['float', 90.1, 'number.range'],
    ['float', Infinity, 'value.type'],
    ['flag', 1, 'value.type'],
    ['numericFlag', 2, 'value.type'],
    ['numericFlag', '1', 'value.type'],
    ['code', 3, 'value.notAllowed'],
    ['code', '1', 'value.type'],
    ['word', 'a', 'value.notAllowed'],
    ['word', null, 'value.type'],
    ['from', '2026-02-30', 'format.instant-or-date'],
    ['from', 5, 'value.type'],
    ['to', 'x', 'format.instant-or-end-of-day'],
    ['country', 'E5', 'format.iso-3166-1-alpha-2'],
    ['country', 'ß', 'format.iso-3166-1-alpha-2'],
    ['country', 'ıt', 'format.iso-3166-1-alpha-2'],
    ['country', 'XK', 'format.iso-3166-1-alpha-2'],
    ['country', 'ZZ', 'format.iso-3166-1-alpha-2'],
    ['currency', 'eu', 'format.iso-4217'],
    ['currency', 'XXX', 'format.iso-4217'],
    ['currency', 'XTS', 'format.iso-4217'],
    ['currencyId', 0, 'format.iso-4217-number'],
    ['currencyId', 999, 'format.iso-4217-number'],
    ['currencyId', 978.5, 'value.type'],
    ['currencyId', '978', 'value.type'],
    ['email', 'a@', 'format.email-address-or-empty'],
    ['email', 'a b@example.com', 'format.email-address-or-empty'],
    ['email', `${'a'.repeat(65)}@example.com`, 'format.email-address-or-empty'],
    ['inner', [], 'value.type'],
    ['list', [], 'list.tooShort'],
    ['sort', 'id.', 'sort.unknown'],
    ['sort', 'id.asc,ID.desc', 'sort.unknown'],
    ['sort', 'id,id', 'sort.unknown'],
    ['sort', 'other.asc', 'sort.unknown'],
    ['words', [], 'list.tooShort'],
    ['ref', [], 'value.type'],
    ['languages', [{ languageCode: 'en' }, { languageCode: 'en' }], 'list.duplicate'],
    ['languages', [{ languageCode: 'en' }, { languageCode: 'EN' }], 'list.duplicate'],
  ])('refuses %s: %p', (name, given, code) => {
    expect(check(UpdateNeededDto, { [name]: given }).faults).toEqual([`/${name} ${code}`]);
  });

  it.each<[string, unknown, string]>([
    ['inner', {}, '/inner/languageCode field.required'],
    [
      'list',
      [{ languageCode: 'en' }, { languageCode: 'E N' }],
      '/list/1/languageCode format.iso-639-1',
    ],
    ['words', ['x', 'z'], '/words/1 value.notAllowed'],
    ['texts', ['abc'], '/texts/0 text.tooLong'],
    ['ref', { id: -1 }, '/ref/id number.range'],
    ['ref', { pId: ' ' }, '/ref/pId format.public-id'],
    ['refs', [{ id: 0, pId: '' }], '/refs/0 reference.empty'],
    ['refs', [{ id: 1 }, {}], '/refs/1 reference.empty'],
    ['ref', { id: 1, name: 'x' }, '/ref/name field.unknown'],
    ['a/b~c', 1, '/a~1b~0c field.unknown'],
    ['toString', 1, '/toString field.unknown'],
  ])('points into %s: %j', (name, given, fault) => {
    expect(check(EverythingDto, { [name]: given }).faults).toEqual([fault]);
  });

  it.each<[string, unknown, unknown]>([
    ['text', '👕👕👕', '👕👕👕'],
    ['decimal', 1.5, 1500],
    ['decimal', 0.001, 1],
    ['money', 12.34, 123_400],
    ['money', -0.0001, -1],
    ['money', -0, 0],
    ['money', 1.1, 11_000],
    ['rate', 21, 21_000_000],
    ['from', '2026-07-01', new Date('2026-06-30T22:00:00Z')],
    ['from', '2026-07-01T00:00:00Z', new Date('2026-07-01T00:00:00Z')],
    ['to', '2026-07-01', new Date('2026-07-01T21:59:59.999Z')],
    ['inner', { languageCode: 'EN' }, { languageCode: 'en', name: 'abc' }],
    ['sort', 'name.desc,id.asc', 'name.desc,id.asc'],
    ['sort', 'NAME.Desc,id', 'name.desc,id.asc'],
    ['country', 'es', 'ES'],
    ['country', 'Es', 'ES'],
    ['currency', 'eUr', 'EUR'],
    ['from', '2026-07-01T10:00', new Date('2026-07-01T08:00:00Z')],
    ['to', '2026-07-01T10:00', new Date('2026-07-01T08:00:00.999Z')],
    ['ref', { id: 0, pId: 'a' }, { pId: 'a' }],
    ['ref', { id: 276, pId: '' }, { id: 276 }],
    ['ref', { id: 276, pId: 'a' }, { id: 276, pId: 'a' }],
    ['ref', {}, null],
    ['pId', '', null],
    ['from', '', null],
    ['to', '', null],
    ['day', '', null],
    ['country', '', null],
    ['currency', '', null],
    ['text', '', ''],
    ['email', '', ''],
    ['numericFlag', 1, true],
    ['numericFlag', 0, false],
    ['numericFlag', true, true],
    ['list', [{ languageCode: 'en', name: '' }], [{ languageCode: 'en', name: '' }]],
    ['ref', { id: 0, pId: '' }, null],
    ['refs', [{ id: 276, pId: '' }, { pId: 'a' }], [{ id: 276 }, { pId: 'a' }]],
    ['email', 'ada@example.com', 'ada@example.com'],
  ])('reads %s: %j', (name, given, read) => {
    expect(check(EverythingDto, { [name]: given })).toEqual({
      faults: [],
      value: { [name]: read },
    });
  });

  it('finds all faults at once, up to a maximum', () => {
    const value = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    expect(check(EverythingDto, { ...value, int: 'x' }).faults).toHaveLength(MAX_FIELD_ERRORS);
    expect(check(EverythingDto, { int: 'x', flag: 'x' }).faults).toEqual([
      '/int value.type',
      '/flag value.type',
    ]);
  });

  it('points below the given base', () => {
    const [fault] = shapes.compile(toInlineSchema(EverythingDto))({ int: 'x' }, 'query');
    expect(fault).toEqual({
      pointer: 'query/int',
      code: 'value.type',
      detail: 'The value must be a whole number.',
    });
  });
});

describe('an e-mail address that may be empty', () => {
  it.each<[object, object]>([
    [{}, { email: '' }],
    [{ email: '' }, { email: '' }],
    [{ email: 'ada@example.com' }, { email: 'ada@example.com' }],
  ])('takes %j', (given, read) => {
    expect(check(ContactDto, given)).toEqual({ faults: [], value: read });
  });

  it('accepts only an address or an empty text', () => {
    const { faults } = check(ContactDto, { email: ' ' });
    expect(faults).toEqual(['/email format.email-address-or-empty']);
  });
});

describe('a create body and the update body made of it', () => {
  it('get defaults on creation only', () => {
    expect(check(CreateDto, { pId: 'a', kind: 1 })).toEqual({
      faults: [],
      value: { pId: 'a', kind: 1, position: 7 },
    });
    expect(check(UpdateDto, {})).toEqual({ faults: [], value: {} });
  });

  it('require members without default on creation only', () => {
    expect(check(CreateDto, {}).faults).toEqual(['/pId field.required', '/kind field.required']);
  });

  it.each([
    ['state', 7, 'The value must be one of 1 (Pending), -3 (NotAuthorized).'],
    ['target', 7, 'The value must be one of 10 (User), 30 (Country).'],
    ['word', 'C', 'The value must be one of "", A.'],
    ['text', '', 'The text must have at least 1 character.'],
    ['texts', [], 'The array must have at least 2 elements.'],
    ['share', 1.25, 'The number must have at most 1 decimal.'],
  ])('reports for %s that %j is invalid', (member, value, detail) => {
    class SaidDto {
      @Code(states, { optional: true }) state?: 1 | -3;
      @CodeOrText(targets, { optional: true }) target?: 10 | 30 | '10' | '30';
      @OneOf(['', 'A'], { optional: true }) word?: '' | 'A';
      @Text({ min: 1, max: 2, optional: true }) text?: string;
      @TextList({ of: ['A'], min: 2, optional: true }) texts?: string[];
      @Decimal({ decimals: 1, optional: true }) share?: number;
    }
    const faults = shapes.compile(toInlineSchema(SaidDto))({ [member]: value }, '');
    expect(faults.map((fault) => fault.detail)).toEqual([detail]);
  });

  it("report that a fixed member can't be changed", () => {
    expect(check(UpdateDto, { kind: 1, other: 1 }).faults).toEqual([
      '/kind field.notEditable',
      '/other field.unknown',
    ]);
  });

  it('check sent members in the same way', () => {
    expect(check(UpdateDto, { pId: null, position: 1.5 }).faults).toEqual([
      '/pId value.type',
      '/position value.type',
    ]);
  });
});
