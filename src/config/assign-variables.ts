import { hideCredentials } from '../core/hide-credentials';
import { listVariables } from './environment-variable';
import { type DependentSettings, findSettingConflicts } from './setting-conflicts';

/** Environment variables, usually `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the variables into a configuration. @returns the faults, one line each */
export function assignVariables(
  configuration: DependentSettings,
  environment: Environment,
): string[] {
  const errors: string[] = [];
  for (const variable of listVariables()) {
    const text = environment[variable.name];
    const value = text === undefined || text === '' ? variable.default : text;
    if (value === undefined) continue;
    try {
      Object.assign(configuration, { [variable.property]: variable.parse(value) });
    } catch (error) {
      const shownValue = variable.secret
        ? ''
        : ` (it is ${JSON.stringify(hideCredentials(value))})`;
      errors.push(`${variable.name} ${(error as Error).message}${shownValue}`);
    }
  }
  return [...errors, ...findSettingConflicts(configuration)];
}
