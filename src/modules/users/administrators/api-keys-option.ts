import { OneOf } from '../../../api';

const apiKeysOptions = ['end', 'keep'] as const;

/** The choice between ending and keeping the API keys of an administrator who loses the role. */
export type ApiKeysOption = (typeof apiKeysOptions)[number];

/**
 * Declares the `keys` option on a body or a query.
 * @param description whose keys the option is about
 */
export const ApiKeysOptionField = (description: string) =>
  OneOf(apiKeysOptions, {
    default: 'end',
    isExtension: true,
    description:
      `Whether to end or keep the API keys created by ${description}. ` +
      '`GET /apiKeys?madeBy=user:ID` lists the keys of a user',
  });
