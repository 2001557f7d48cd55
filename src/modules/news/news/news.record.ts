import { bool, group, instant, list, num, record, str } from '../../../api';
import { filterItemRecord } from '../../../platform/requests/filters';
import { activityLimitRecord } from '../activity-limits/activity-limit.record';
import type { News, NewsSeoText, NewsText } from './news.entity';

const newsTextRecord = record<NewsText>()('newsText', {
  LANGUAGE: str('languageCode'),
  PAGETEXT: str('pageText'),
  SHORTTEXT: str('shortText'),
  TITLE: str('title'),
});

const newsSeoTextRecord = record<NewsSeoText>()('newsSeoText', {
  KEYWORDS: str('keyWords'),
  LANGUAGE: str('languageCode'),
  METADESCRIPTION: str('metaDescription'),
  PARTICULARTITLE: str('particularTitle'),
  URLSEO: str('urlSeo'),
});

/** Specification, News record. */
export const newsRecord = record<News>()(
  'news',
  {
    ACTIVE: bool('active'),
    ACTIVITYLIMITS: list('activityLimits', activityLimitRecord),
    COMMENTS: str('comments'),
    DATEADDED: instant('dateAdded'),
    ID: num('id'),
    LANGUAGES: list('languages', newsTextRecord),
    LARGEIMAGE: str('largeImage'),
    NAME: str('name'),
    NEWSITEMS: list('newsItems', filterItemRecord, { in: 'attached' }),
    PID: str('pId'),
    PRIORITY: num('priority'),
    PUBLICATIONDATE: instant('publicationDate'),
    SEO: group({ LANGUAGES: list('seoLanguages', newsSeoTextRecord) }),
    SMALLIMAGE: str('smallImage'),
    UPDATEDAT: instant('updatedAt'),
  },
  { extensions: ['UPDATEDAT'] },
);
