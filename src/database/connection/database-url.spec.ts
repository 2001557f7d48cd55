import { formatHost, parseDatabaseUrl, parseReplicaUrl } from './database-url';

const hostsOf = (url: string): string[] => {
  const parsed = parseDatabaseUrl(url);
  return parsed.engine === 'mysql' ? parsed.hosts.map(formatHost) : [];
};

describe('A database URL', () => {
  it.each([
    ['mysql://u:p@a/store', ['a:3306']],
    ['mariadb://u:p@a:3307/store', ['a:3307']],
    ['mysql://u:p@a,b,c/store', ['a:3306', 'b:3306', 'c:3306']],
    ['mysql://u:p@a:1,b,c:3/store', ['a:1', 'b:3306', 'c:3']],
    ['mysql://u:p@[::1]:1,[::2]/store', ['[::1]:1', '[::2]:3306']],
    ['mysql://a,b/store', ['a:3306', 'b:3306']],
  ])('lists hosts in their order: %s', (url, hosts) => {
    expect(hostsOf(url)).toEqual(hosts);
  });

  it('has one user, password and database for all hosts', () => {
    expect(parseDatabaseUrl('mysql://user:p%2Cw,x@a,b/my%20store')).toMatchObject({
      user: 'user',
      password: 'p,w,x',
      database: 'my store',
    });
  });

  it.each(['mysql://u:p@a,/store', 'mysql://u:p@,b/store', 'mysql://u:p@a:x,b/store', 'mysql://'])(
    'is rejected if a host is invalid: %s',
    (url) => {
      expect(() => parseDatabaseUrl(url)).toThrow('A database URL is');
    },
  );
});

describe('The address of a replica', () => {
  it('names exactly one server', () => {
    expect(parseReplicaUrl('mysql://reader@b/store').hosts).toEqual([{ host: 'b', port: 3306 }]);
    expect(() => parseReplicaUrl('mysql://reader@b,c/store')).toThrow('name one host');
    expect(() => parseReplicaUrl('mysql://reader@b/')).toThrow('no database is named');
    expect(() => parseReplicaUrl('sqlite:copy.sqlite')).toThrow('a server of its own');
  });
});
