import './configuration';
import { variables } from './variable';

/** Returns the documentation of all variables as a Markdown table. */
export function formatConfigurationTable(): string {
  const rows = variables().map(({ name, default: value, description }) => {
    const defaultText = value === undefined ? '' : `\`${value}\``;
    return `| \`${name}\` | ${defaultText} | ${description.replaceAll('|', '\\|')} |`;
  });
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
