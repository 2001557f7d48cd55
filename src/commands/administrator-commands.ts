import { Option, type Command } from 'commander';
import { type NewAdministratorDto, NewAdministrators } from '../modules/users';
import { ask, canAsk, lineOfInput } from './prompt';
import { type Environment, print, settingsOf, withApp } from './running';

/** What the command line says. */
interface Given extends Partial<Record<'email' | 'firstName' | 'country', string>> {
  readonly level: '3' | '4';
  readonly language?: string;
  readonly passwordStdin?: boolean;
}

/** What is asked for where it is missing. */
type Asked = 'nick' | 'email' | 'firstName' | 'countryCode';

const questions: Readonly<Record<Asked, { readonly question: string; readonly option: string }>> = {
  nick: { question: 'Login name', option: '<nick>' },
  email: { question: 'E-mail address', option: '--email' },
  firstName: { question: 'First name', option: '--first-name' },
  countryCode: { question: 'Country, two letters', option: '--country' },
};

/** `admins`: people who log in. */
export function addAdministratorCommands(program: Command, environment: Environment): void {
  const admins = program.command('admins').description('administrators: people who log in');

  admins
    .command('create')
    .description('make an administrator; what is missing is asked for, the password unseen')
    .argument('[nick]', 'the login name')
    .option('--email <address>', 'the e-mail address')
    .option('--first-name <name>', 'the first name')
    .option('--country <code>', 'the country, ISO 3166-1, such as ES')
    .option('--language <code>', 'ISO 639-1; that of the store unless told otherwise')
    .addOption(
      new Option('--level <level>', '3 may do everything, 4 all but keys and administrators')
        .choices(['3', '4'])
        .default('3'),
    )
    .option('--password-stdin', 'read the password from standard input')
    .action((nick: string | undefined, given: Given) => {
      requireAnswers(knownOf(nick, given), given.passwordStdin);
      const settings = settingsOf(environment);
      return withApp(settings, async (app) => {
        const administrators = app.get(NewAdministrators);
        const values = await complete(nick, given, settings.defaultLanguage, administrators);
        const id = await administrators.create(values);
        print(`${id}\t${values.nick}`);
      });
    });
}

async function complete(
  nick: string | undefined,
  given: Given,
  defaultLanguage: string,
  administrators: NewAdministrators,
): Promise<NewAdministratorDto> {
  const { language = defaultLanguage, level, passwordStdin } = given;
  const known = knownOf(nick, given);
  const answers: Partial<Record<Asked, string>> = {};
  for (const [field, { question, option }] of Object.entries(questions)) {
    const name = field as Asked;
    const fault = (value: string) => administrators.faultOf(name, value);
    const value = known[name];
    if (value === undefined) answers[name] = await askUntil(`${question}: `, fault);
    else answers[name] = accepted(value, fault(value), option);
  }
  const languageCode = accepted(
    language,
    administrators.faultOf('languageCode', language),
    '--language',
  );
  const fault = (value: string) => administrators.faultOf('password', value);
  const password = passwordStdin
    ? await lineOfInput().then((line) => accepted(line, fault(line), '--password-stdin'))
    : await askPassword(fault);
  const systemLevel = Number(level) as 3 | 4;
  return { ...(answers as Record<Asked, string>), password, systemLevel, languageCode };
}

type Known = Readonly<Record<Asked, string | undefined>>;

function knownOf(nick: string | undefined, { email, firstName, country }: Given): Known {
  return { nick, email, firstName, countryCode: country };
}

/** @throws Error where something is missing and nobody can be asked */
function requireAnswers(known: Known, passwordStdin: boolean | undefined): void {
  if (canAsk()) return;
  const missing = Object.entries(questions)
    .filter(([field]) => known[field as Asked] === undefined)
    .map(([, { option }]) => option);
  if (!passwordStdin) missing.push('--password-stdin');
  if (missing.length === 0) return;
  throw new Error(`There is no terminal to ask at: give ${missing.join(', ')}.`);
}

/** @throws Error that names the option */
function accepted(value: string, fault: string | undefined, option: string): string {
  if (fault !== undefined) throw new Error(`${option}: ${fault}`);
  return value;
}

async function askUntil(
  question: string,
  faultOf: (value: string) => string | undefined,
  isHidden = false,
): Promise<string> {
  for (;;) {
    const answer = await ask(question, isHidden);
    const value = isHidden ? answer : answer.trim();
    const fault = faultOf(value);
    if (fault === undefined) return value;
    process.stderr.write(`${fault}\n`);
  }
}

async function askPassword(faultOf: (value: string) => string | undefined): Promise<string> {
  for (;;) {
    const password = await askUntil('Password: ', faultOf, true);
    if ((await ask('Password again: ', true)) === password) return password;
    process.stderr.write('The two passwords differ.\n');
  }
}
