import { Code, CountryCode, Email, LanguageCode, PublicId, Name } from '../../../api';
import { PasswordField } from '../passwords/password-property';
import { systemLevelCodes } from './system-levels';

/** The values needed to create an administrator from the command line. */
export class NewAdministratorDto {
  @PublicId({ example: 'grace', description: 'Login name, and the public identifier' })
  nick!: string;

  @Email({ description: 'Unique, compared without case' })
  email!: string;

  @Name({ min: 1, max: 255, example: 'Grace' })
  firstName!: string;

  @CountryCode()
  countryCode!: string;

  @PasswordField()
  password!: string;

  @Code(systemLevelCodes)
  systemLevel!: 3 | 4;

  @LanguageCode()
  languageCode!: string;
}
