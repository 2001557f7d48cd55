import {
  booleanField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  stringField,
} from '../../api';
import { toNumericCountryCode } from '../../core/countries';
import type { PhysicalLocation, PhysicalLocationText } from './location.entity';

const locationTextRecord = defineRecord<PhysicalLocationText>()(
  { name: 'physicalLocationText', extensions: ['INFORMATION'] },
  {
    BANNERALT: stringField('bannerAlt'),
    BANNERIMAGE: stringField('bannerImage'),
    DESTINATIONURL: stringField('destinationUrl'),
    INFORMATION: stringField('information'),
    LANGUAGE: stringField('languageCode'),
    LINKFOLLOWING: booleanField('linkFollowing'),
  },
);

export const locationRecord = defineRecord<PhysicalLocation>()(
  { name: 'physicalLocation', extensions: ['NOTIFICATIONEMAIL', 'UPDATEDAT'] },
  {
    ACTIVE: booleanField('active'),
    ADDRESS: stringField('address'),
    CITY: stringField('city'),
    COUNTRYID: numberField({
      compute: ({ countryCode }) => toNumericCountryCode(countryCode),
      columns: ['countryCode'],
    }),
    EMAIL: stringField('email'),
    ID: numberField('id'),
    LANGUAGES: recordListField('languages', locationTextRecord),
    LATITUDE: numberField('latitude'),
    LOCATIONID: numberField('zoneId'),
    LONGITUDE: numberField('longitude'),
    NAME: stringField('name'),
    NOTIFICATIONEMAIL: stringField('notificationEmail'),
    PHONE: stringField('phone'),
    PID: stringField('pId'),
    POSTALCODE: stringField('postalCode'),
    STATE: stringField('state'),
    UPDATEDAT: instantField('updatedAt'),
    VISIBLEONMAP: booleanField('visibleOnMap'),
  },
);
