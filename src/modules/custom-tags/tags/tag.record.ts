import { bool, code, flag, instant, list, num, record, str } from '../../../api';
import { toLanguageId } from '../../../core/languages';
import { itemTypeCodes } from '../item-types';
import { controlTypeCodes } from './control-types';
import { tagGroupLinkRecord } from '../tag-group-links/tag-group-link.record';
import type { Tag, TagText } from './tag.entity';

const tagTextRecord = record<TagText>()('tagText', {
  DEFAULTVALUE: str('defaultValue'),
  ID: num('id'),
  LANGUAGEID: num({
    from: ({ languageCode }) => toLanguageId(languageCode),
    needs: ['languageCode'],
  }),
  NAME: str('name'),
});

export const tagRecord = record<Tag>()(
  'tag',
  {
    ACTIVE: flag('active'),
    COMPARABLE: bool('comparable'),
    CONTROLTYPE: code('controlType', controlTypeCodes),
    DEFAULTVALUE: str('defaultValue'),
    FILTERABLE: bool('filterable'),
    GROUPS: list('groups', tagGroupLinkRecord),
    HIGHLIGHT: bool('highlight'),
    ID: num('id'),
    INORDERS: flag('inOrders'),
    ITEMTYPE: code('itemType', itemTypeCodes),
    LANGUAGES: list('languages', tagTextRecord),
    MAXVALUE: str('maxValue'),
    MINVALUE: str('minValue'),
    NAMEONFEED: str('nameOnFeed'),
    PID: str('pId'),
    PLUGINID: num('pluginId'),
    POSITION: num('position'),
    PRIORITY: num('priority'),
    REQUIRED: bool('required'),
    SEARCHABLE: bool('searchable'),
    SHOWINSEARCH: bool('showInSearch'),
    UPDATEDAT: instant('updatedAt'),
    VALUEFORALLLANGUAGES: flag('valueForAllLanguages'),
  },
  { extensions: ['UPDATEDAT'] },
);
