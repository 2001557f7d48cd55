import { toInlineSchema } from './dto';
import { Base64, Nested } from './fields';
import { ValidatorCompiler } from './validator-compiler';

class PictureDto {
  @Base64() image!: Buffer;
}

class EnvelopeDto {
  @Nested(() => PictureDto) picture!: PictureDto;
}

const check = ValidatorCompiler.forTimeZone('UTC').compile(toInlineSchema(EnvelopeDto));
const bytes = Buffer.from('hello');

describe('bytes in Base64', () => {
  it('are decoded from their text', () => {
    const body = { picture: { image: bytes.toString('base64') } };
    expect(check(body, '')).toEqual([]);
    expect(body.picture.image).toEqual(bytes);
  });

  it('stay unchanged if they were decoded before', () => {
    // Buffers don't count as members: above some thousands of members, only the first fault is reported.
    const image = Buffer.alloc(100_000);
    const body = { picture: { image, more: 1 }, other: 1 };
    expect(check(body, '')).toHaveLength(2);
    expect(body.picture.image).toBe(image);
  });

  it.each([
    ['another text', 'hello?', 'format.base64'],
    ['a number', 1, 'value.type'],
    ['null', null, 'value.type'],
    ['an object that looks like a Buffer in JSON', bytes.toJSON(), 'value.type'],
  ])('are not %s', (_, image, code) => {
    const faults = check({ picture: { image } }, '');
    expect(faults).toMatchObject([{ pointer: '/picture/image', code }]);
  });

  it('are described as text in the document', () => {
    expect(toInlineSchema(PictureDto).properties?.['image']).toMatchObject({ type: 'string' });
  });
});
