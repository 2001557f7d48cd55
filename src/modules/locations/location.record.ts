import { bool, instant, list, num, record, str } from '../../api';
import { toCountryNumber } from '../../core/countries';
import type { PhysicalLocation, PhysicalLocationText } from './location.entity';

const locationTextRecord = record<PhysicalLocationText>()(
  'physicalLocationText',
  {
    BANNERALT: str('bannerAlt'),
    BANNERIMAGE: str('bannerImage'),
    DESTINATIONURL: str('destinationUrl'),
    INFORMATION: str('information'),
    LANGUAGE: str('languageCode'),
    LINKFOLLOWING: bool('linkFollowing'),
  },
  { extensions: ['INFORMATION'] },
);

export const locationRecord = record<PhysicalLocation>()(
  'physicalLocation',
  {
    ACTIVE: bool('active'),
    ADDRESS: str('address'),
    CITY: str('city'),
    COUNTRYID: num({
      from: ({ countryCode }) => toCountryNumber(countryCode),
      needs: ['countryCode'],
    }),
    EMAIL: str('email'),
    ID: num('id'),
    LANGUAGES: list('languages', locationTextRecord),
    LATITUDE: num('latitude'),
    LOCATIONID: num('zoneId'),
    LONGITUDE: num('longitude'),
    NAME: str('name'),
    NOTIFICATIONEMAIL: str('notificationEmail'),
    PHONE: str('phone'),
    PID: str('pId'),
    POSTALCODE: str('postalCode'),
    STATE: str('state'),
    UPDATEDAT: instant('updatedAt'),
    VISIBLEONMAP: bool('visibleOnMap'),
  },
  { extensions: ['NOTIFICATIONEMAIL', 'UPDATEDAT'] },
);
