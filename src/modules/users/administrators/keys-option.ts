import { OneOf } from '../../../api';

const keysChoices = ['end', 'keep'] as const;

/** What becomes of the API keys that come from an administrator who stops being one. */
export type KeysOption = (typeof keysChoices)[number];

/** Declares the choice on a body or a query. @param description when it matters */
export const KeysOptionField = (description: string) =>
  OneOf(keysChoices, {
    default: 'end',
    extension: true,
    description:
      `What becomes of the API keys that come from ${description}: ` +
      '`GET /apiKeys?madeBy=user:ID` lists those of a user',
  });
