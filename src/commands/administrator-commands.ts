import { Option, type Command } from 'commander';
import { type NewAdministratorDto, AdministratorCreator } from '../modules/users';
import { prompt, isInteractive, type PromptOptions, readInputLine } from './prompt';
import type { Environment } from '../config/assign-variables';
import { printRow, loadConfiguration, withApp } from './command-app';

/** Options of the command. */
interface CreateAdministratorOptions extends Partial<
  Record<'email' | 'firstName' | 'country', string>
> {
  readonly level: '3' | '4';
  readonly language?: string;
  readonly passwordStdin?: boolean;
}

/** A field that is prompted for if it is missing. */
type PromptedField = 'nick' | 'email' | 'firstName' | 'countryCode';

const prompts: Readonly<
  Record<PromptedField, { readonly question: string; readonly option: string }>
> = {
  nick: { question: 'Login name', option: '<nick>' },
  email: { question: 'E-mail address', option: '--email' },
  firstName: { question: 'First name', option: '--first-name' },
  countryCode: { question: 'Country, two letters', option: '--country' },
};

/** Adds the command `admins`. */
export function addAdministratorCommands(program: Command, environment: Environment): void {
  const admins = program.command('admins').description('administrators: people who log in');

  admins
    .command('create')
    .description(
      'create an administrator; prompts for missing values and, without echo, for the password',
    )
    .argument('[nick]', 'the login name')
    .option('--email <address>', 'the e-mail address')
    .option('--first-name <name>', 'the first name')
    .option('--country <code>', 'the country, ISO 3166-1, such as ES')
    .option('--language <code>', "the language, ISO 639-1; default: the store's language")
    .addOption(
      new Option('--level <level>', '3: all permissions; 4: all except keys and administrators')
        .choices(['3', '4'])
        .default('3'),
    )
    .option('--password-stdin', 'read the password from standard input')
    .action((nick: string | undefined, options: CreateAdministratorOptions) => {
      assertFieldsComplete(toKnownFields(nick, options), options.passwordStdin);
      const configuration = loadConfiguration(environment);
      return withApp(configuration, async (app) => {
        const administrators = app.get(AdministratorCreator);
        const values = await promptForMissing(
          nick,
          options,
          configuration.defaultLanguage,
          administrators,
        );
        const id = await administrators.create(values);
        printRow([id, values.nick]);
      });
    });
}

async function promptForMissing(
  nick: string | undefined,
  options: CreateAdministratorOptions,
  defaultLanguage: string,
  administrators: AdministratorCreator,
): Promise<NewAdministratorDto> {
  const { language = defaultLanguage, level, passwordStdin } = options;
  const knownFields = toKnownFields(nick, options);
  const answers: Partial<Record<PromptedField, string>> = {};
  for (const [field, { question, option }] of Object.entries(prompts)) {
    const name = field as PromptedField;
    const findError = (value: string) => administrators.findFieldError(name, value);
    const value = knownFields[name];
    if (value === undefined) answers[name] = await promptUntilValid(`${question}: `, findError);
    else answers[name] = assertValid(value, findError(value), option);
  }
  const languageCode = assertValid(
    language,
    administrators.findFieldError('languageCode', language),
    '--language',
  );
  const findPasswordError = (value: string) => administrators.findFieldError('password', value);
  const password = passwordStdin
    ? await readInputLine().then((line) =>
        assertValid(line, findPasswordError(line), '--password-stdin'),
      )
    : await promptPassword(findPasswordError);
  const systemLevel = Number(level) as 3 | 4;
  return { ...(answers as Record<PromptedField, string>), password, systemLevel, languageCode };
}

type KnownFields = Readonly<Record<PromptedField, string | undefined>>;

function toKnownFields(
  nick: string | undefined,
  { email, firstName, country }: CreateAdministratorOptions,
): KnownFields {
  return { nick, email, firstName, countryCode: country };
}

/** @throws Error if fields are missing and there is no terminal to prompt for them */
function assertFieldsComplete(knownFields: KnownFields, passwordStdin: boolean | undefined): void {
  if (isInteractive()) return;
  const missing = Object.entries(prompts)
    .filter(([field]) => knownFields[field as PromptedField] === undefined)
    .map(([, { option }]) => option);
  if (!passwordStdin) missing.push('--password-stdin');
  if (missing.length === 0) return;
  throw new Error(`There is no terminal for prompts: set ${missing.join(', ')}.`);
}

/** @throws Error that names the option */
function assertValid(value: string, error: string | undefined, option: string): string {
  if (error !== undefined) throw new Error(`${option}: ${error}`);
  return value;
}

async function promptUntilValid(
  question: string,
  findError: (value: string) => string | undefined,
  { isHidden = false }: PromptOptions = {},
): Promise<string> {
  for (;;) {
    const answer = await prompt(question, { isHidden });
    const value = isHidden ? answer : answer.trim();
    const error = findError(value);
    if (error === undefined) return value;
    process.stderr.write(`${error}\n`);
  }
}

async function promptPassword(findError: (value: string) => string | undefined): Promise<string> {
  for (;;) {
    const password = await promptUntilValid('Password: ', findError, { isHidden: true });
    if ((await prompt('Password again: ', { isHidden: true })) === password) return password;
    process.stderr.write('The two passwords differ.\n');
  }
}
