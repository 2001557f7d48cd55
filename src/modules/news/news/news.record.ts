import {
  booleanField,
  objectField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  stringField,
} from '../../../api';
import { filterItemRecord } from '../../../platform/requests/filters';
import { activityLimitRecord } from '../activity-limits/activity-limit.record';
import type { News, NewsSeoText, NewsText } from './news.entity';

const newsTextRecord = defineRecord<NewsText>()('newsText', {
  LANGUAGE: stringField('languageCode'),
  PAGETEXT: stringField('pageText'),
  SHORTTEXT: stringField('shortText'),
  TITLE: stringField('title'),
});

const newsSeoTextRecord = defineRecord<NewsSeoText>()('newsSeoText', {
  KEYWORDS: stringField('keyWords'),
  LANGUAGE: stringField('languageCode'),
  METADESCRIPTION: stringField('metaDescription'),
  PARTICULARTITLE: stringField('particularTitle'),
  URLSEO: stringField('urlSeo'),
});

/** A news article (specification, News record). */
export const newsRecord = defineRecord<News>()(
  { name: 'news', extensions: ['UPDATEDAT'] },
  {
    ACTIVE: booleanField('active'),
    ACTIVITYLIMITS: recordListField('activityLimits', activityLimitRecord),
    COMMENTS: stringField('comments'),
    DATEADDED: instantField('dateAdded'),
    ID: numberField('id'),
    LANGUAGES: recordListField('languages', newsTextRecord),
    LARGEIMAGE: stringField('largeImage'),
    NAME: stringField('name'),
    NEWSITEMS: recordListField('newsItems', filterItemRecord, { storage: 'attached' }),
    PID: stringField('pId'),
    PRIORITY: numberField('priority'),
    PUBLICATIONDATE: instantField('publicationDate'),
    SEO: objectField({ LANGUAGES: recordListField('seoLanguages', newsSeoTextRecord) }),
    SMALLIMAGE: stringField('smallImage'),
    UPDATEDAT: instantField('updatedAt'),
  },
);
