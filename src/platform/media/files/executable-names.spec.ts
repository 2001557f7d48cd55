import { requireNotExecutable } from './executable-names';

const isRejected = (name: string): boolean => {
  try {
    requireNotExecutable(name, '/file');
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'file.executable', status: 415 });
    expect(error).toHaveProperty('fieldErrors.0.pointer', '/file');
    return true;
  }
};

describe('requireNotExecutable', () => {
  it.each([
    'shell.php',
    'SHELL.PHP',
    'shell.pHp5',
    'x.jpg.php',
    'x.php.jpg',
    'x.asp;.jpg',
    'x.php .jpg',
    'x.php..',
    'x.php ',
    '.htaccess',
    '.htpasswd',
    'web.config',
    'Web.Config',
    '.user.ini',
    '.env',
    '.env.local',
    'prod.env',
    'x.phar',
    'x.phtml',
    'x.cgi',
    'x.aspx',
    'x.jsp',
    'x.shtml',
    'x.pl',
    'x.sh',
    'x.exe',
    'x.cer',
    'x.cer;.jpg',
    'x.htr',
    'x.php\u200b',
    'x.ph\u200dp.jpg',
    'x.\ufeffphp',
    'x\u2060.php',
    'x.php\ufe0f',
    'x.php\u3164',
    'x.php\u200b ',
    '.ht\u00adaccess',
    'web.con\u200bfig',
    'x．ｐｈｐ',
  ])('rejects %j', (name) => {
    expect(isRejected(name)).toBe(true);
  });

  it.each([
    'a.jpg',
    'php',
    'a.html',
    'a.svg',
    'a.js',
    'a.xml',
    'manual.pl.pdf',
    'php-manual.pdf',
    'environment.txt',
    'my.config',
    'web.config.pdf',
    'a.phpx',
    '.gitignore',
    'noextension',
    '日本.jpeg',
    'officer.jpg',
    '❤️.png',
  ])('allows %j', (name) => {
    expect(isRejected(name)).toBe(false);
  });
});
