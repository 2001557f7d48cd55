import fc from 'fast-check';
import { controlTypes } from '../tags/control-types';
import { type AssignedTagValue, convertToTagValueForm } from './value-form';

const { shortText: controlType } = controlTypes;
const forAll = { controlType, valueForAllLanguages: true };
const each = { controlType, valueForAllLanguages: false };

const text = fc.record({
  languageCode: fc.constantFrom('en', 'es', 'fr', 'ja'),
  active: fc.boolean(),
  value: fc.string(),
});
const general: fc.Arbitrary<AssignedTagValue> = fc.record({
  ...{ active: fc.boolean(), value: fc.string({ minLength: 1 }), languages: fc.constant([]) },
});
const byLanguage: fc.Arbitrary<AssignedTagValue> = fc
  .uniqueArray(text, { selector: (one) => one.languageCode })
  .map((languages) => ({ active: false, value: '', languages }));

describe('convertToTagValueForm', () => {
  it('turns the common text into that of the default language, and back', () => {
    fc.assert(
      fc.property(general, (one) => {
        const { active, value } = one;
        const carried = convertToTagValueForm(each, one, 'es');
        const languages = [{ languageCode: 'es', active, value }];
        expect(carried).toEqual({ active: false, value: '', languages });
        expect(convertToTagValueForm(forAll, carried, 'es')).toEqual(one);
      }),
    );
  });

  it("turns the default language's text, or else the first one, into the common text", () => {
    fc.assert(
      fc.property(byLanguage, (one) => {
        const [first = { active: false, value: '' }] = one.languages;
        const { active, value } = one.languages.find((it) => it.languageCode === 'es') ?? first;
        expect(convertToTagValueForm(forAll, one, 'es')).toEqual({ active, value, languages: [] });
      }),
    );
  });

  it('keeps values that already have the form of the tag, and chosen values', () => {
    const chosen = { active: true, value: '', languages: [] };
    const selector = { controlType: controlTypes.selector, valueForAllLanguages: false };
    expect(convertToTagValueForm(selector, chosen, 'en')).toEqual(chosen);
    fc.assert(
      fc.property(general, (one) => expect(convertToTagValueForm(forAll, one, 'en')).toEqual(one)),
    );
    fc.assert(
      fc.property(byLanguage, (one) => expect(convertToTagValueForm(each, one, 'en')).toEqual(one)),
    );
  });
});
