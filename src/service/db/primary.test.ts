import { expect, test } from 'vitest';
import { serversOf } from './primary.ts';

test('an address with several hosts is one address a host', () => {
  const servers = serversOf('postgres://me:a%40b@one,two:5433/desk?sslmode=require&target_session_attrs=primary');
  expect(servers.map(String)).toEqual([
    'postgres://me:a%40b@one/desk?sslmode=require',
    'postgres://me:a%40b@two:5433/desk?sslmode=require',
  ]);
  const socket = 'postgres:///desk?host=/run/postgresql';
  expect(serversOf(socket).map(String)).toEqual([socket]);
});
