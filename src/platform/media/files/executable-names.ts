import { ExecutableFileName } from './file-errors';
import { normalizeName } from './visible-names';

/**
 * Extensions of files that a web server could run or read as configuration. Servers check every extension of a name,
 * not only the last. Apache runs `x.php.jpg` if PHP is set up by AddHandler, and old IIS ran `x.asp;.jpg`.
 */
const EXECUTABLE_EXTENSIONS_ANYWHERE: ReadonlySet<string> = new Set(
  [
    'php php3 php4 php5 php6 php7 php8 phps pht phtm phtml phpt phar pgif', // PHP
    'asp aspx asa asax ascx ashx asmx axd cdx cer cshtml htr idc vbhtml svc', // Microsoft's
    'jsp jspx jspf jsw jsv jhtml war', // Java
    'cfm cfml cfc', // ColdFusion
    'cgi fcgi', // any language
    'shtml shtm stm', // server-side includes
    'htaccess htpasswd env', // configuration and secrets: .htaccess, .env, .env.local
  ].flatMap((extensions) => extensions.split(' ')),
);

/** Extensions that count at the end only. Elsewhere they are languages (`manual.pl.pdf` is Polish) or plain words. */
const EXECUTABLE_EXTENSIONS_AT_END: ReadonlySet<string> = new Set(
  'pl pm py pyc rb lua sh bash bat cmd ps1 vbs exe dll so'.split(' '),
);

const EXECUTABLE_FILE_NAMES: ReadonlySet<string> = new Set(['web.config', '.user.ini', 'php.ini']);

/**
 * Refuses names that a web server, put in front of the files one day, might run. Upper and lower case, invisible
 * characters, compatibility forms (`．ｐｈｐ`), and spaces and dots at an end make no difference. Folders are judged as
 * files are: a server that finds `x.php` in `x.php/a.jpg` may run it.
 * @param path a name, or a path of new names
 * @param pointer JSON pointer of the path in the request
 * @throws ExecutableFileName
 */
export function requireNotExecutable(path: string, pointer?: string): void {
  for (const name of path.split('/')) requireNotExecutableName(name, pointer);
}

function requireNotExecutableName(name: string, pointer: string | undefined): void {
  const normalizedName = normalizeName(name).replace(/[\s.]+$/, '');
  const extensions = normalizedName
    .split(/[.;]/)
    .slice(1)
    .map((extension) => extension.trim());
  const lastExtension = extensions.at(-1) ?? '';
  const rejectedPart = EXECUTABLE_FILE_NAMES.has(normalizedName)
    ? normalizedName
    : (extensions.find((extension) => EXECUTABLE_EXTENSIONS_ANYWHERE.has(extension)) ??
      (EXECUTABLE_EXTENSIONS_AT_END.has(lastExtension) ? lastExtension : undefined));
  if (rejectedPart !== undefined)
    throw new ExecutableFileName({ name, extension: rejectedPart, pointer });
}
