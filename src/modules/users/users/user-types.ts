/** User types, of users and of each of their addresses (specification, User record). */
export const userTypes = [1, 2, 3] as const;
export type UserType = (typeof userTypes)[number];

export const userTypeText = '1 individual, 2 company, 3 self-employed';
