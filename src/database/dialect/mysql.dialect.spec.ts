import { classifyMysqlFailure, failureKindByErrno } from './mysql.dialect';

const error = (errno: number, code = 'ER_ANY', message = 'any'): Error =>
  Object.assign(new Error(message), { errno, code });

describe('an error of a MySQL or MariaDB server', () => {
  it.each([
    [1020, 'conflict'],
    [1205, 'conflict'],
    [1213, 'conflict'],
    [1021, 'full'],
    [1040, 'unavailable'],
    [1047, 'unavailable'],
    [1053, 'unavailable'],
    [1077, 'unavailable'],
    [1114, 'full'],
    [1129, 'unavailable'],
    [1203, 'unavailable'],
    [1226, 'unavailable'],
    [1290, 'readOnly'],
    [1317, 'unavailable'],
    [1836, 'readOnly'],
    [1969, 'unavailable'],
    [3024, 'unavailable'],
    [1152, 'disconnected'],
    [1180, 'disconnected'],
    [1184, 'disconnected'],
    [1927, 'disconnected'],
    [2006, 'disconnected'],
    [2013, 'disconnected'],
    [4031, 'disconnected'],
  ] as const)('%i means %s', (errno, failure) => {
    expect(classifyMysqlFailure(error(errno))).toBe(failure);
  });

  it('is in the table above', () => {
    expect(failureKindByErrno.size).toBe(24);
  });

  it.each([
    [3, 'Error writing file (errno: 28 "No space left on device")'],
    [1026, "Error writing file './binlog' (errno: 28 - No space left on device)"],
    [1030, 'Got error 28 "No space left on device" from storage engine InnoDB'],
  ])('%i with ENOSPC means that the disk is full', (errno, message) => {
    expect(classifyMysqlFailure(error(errno, 'ER_ANY', message))).toBe('full');
    expect(
      classifyMysqlFailure(error(errno, 'ER_ANY', message.replace('28', '128'))),
    ).toBeUndefined();
  });

  it.each([1062, 1451, 1064, 1146, 0])('%i is about the statement alone', (errno) => {
    expect(classifyMysqlFailure(error(errno))).toBeUndefined();
  });

  it('distinguishes a lost savepoint from other missing objects', () => {
    expect(
      classifyMysqlFailure(error(1305, 'ER_SP_DOES_NOT_EXIST', 'SAVEPOINT a does not exist')),
    ).toBe('conflict');
    const procedure = error(1305, 'ER_SP_DOES_NOT_EXIST', 'PROCEDURE a does not exist');
    expect(classifyMysqlFailure(procedure)).toBeUndefined();
  });

  it.each([
    ['ECONNREFUSED', 'unavailable'],
    ['ER_ACCESS_DENIED_ERROR', 'unavailable'],
    ['ECONNRESET', 'disconnected'],
    ['PROTOCOL_CONNECTION_LOST', 'disconnected'],
  ])('is also recognized by the code of the driver: %s', (code, failure) => {
    expect(classifyMysqlFailure(error(0, code))).toBe(failure);
  });
});
