import { variables } from './variable';
import { type DependentSettings, findSettingConflicts } from './setting-conflicts';

/** Usually `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the variables into a configuration. @returns what is wrong with them, a line each */
export function readVariables(
  configuration: DependentSettings,
  environment: Environment,
): string[] {
  const wrong: string[] = [];
  for (const variable of variables()) {
    const given = environment[variable.name];
    const value = given === undefined || given === '' ? variable.default : given;
    if (value === undefined) continue;
    try {
      Object.assign(configuration, { [variable.property]: variable.parse(value) });
    } catch (error) {
      const shown = variable.secret ? '' : ` (it is ${JSON.stringify(value)})`;
      wrong.push(`${variable.name} ${(error as Error).message}${shown}`);
    }
  }
  return [...wrong, ...findSettingConflicts(configuration)];
}
