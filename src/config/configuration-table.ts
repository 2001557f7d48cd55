import './configuration';
import { listVariables } from './environment-variable';

/** Returns the documentation of all variables as a Markdown table. */
export function formatConfigurationTable(): string {
  const rows = listVariables().map(({ name, default: value, description }) => {
    const defaultText = value === undefined ? '' : `\`${value}\``;
    return `| \`${name}\` | ${defaultText} | ${description.replaceAll('|', '\\|')} |`;
  });
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
