import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { addressesToOpen } from './listen.ts';

const address = (family: 'IPv4' | 'IPv6', text: string, internal = false) =>
  ({ family, address: text, internal }) as NetworkInterfaceInfo;
const interfaces = {
  lo: [address('IPv4', '127.0.0.1', true), address('IPv6', '::1', true)],
  eth0: [address('IPv4', '192.168.1.20'), address('IPv6', '2001:db8::20'), address('IPv6', 'fe80::1')],
  wifi: [address('IPv4', '10.0.0.7')],
};
const told = (host: string, publicOrigin: string | null = null) => {
  const { here, elsewhere, warning } = addressesToOpen({ host, port: 4100, publicOrigin }, interfaces);
  return { here, elsewhere, warns: warning !== null };
};

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4100'],
  ['::1', 'http://[::1]:4100'],
  ['localhost', 'http://localhost:4100'],
])('on %s only this machine opens it, which is safe', (host, here) => {
  expect(told(host)).toEqual({ here, elsewhere: null, warns: false });
});

test('on all addresses other machines get those that reach this one', () => {
  expect(told('0.0.0.0')).toEqual({
    here: 'http://localhost:4100',
    elsewhere: 'Other machines open http://192.168.1.20:4100 or http://10.0.0.7:4100',
    warns: true,
  });
  expect(told('::').elsewhere).toBe(
    'Other machines open http://192.168.1.20:4100 or http://[2001:db8::20]:4100 or http://10.0.0.7:4100',
  );
});

test('on one address it is that one', () => {
  expect(told('192.168.1.20')).toEqual({ here: 'http://192.168.1.20:4100', elsewhere: null, warns: true });
  expect(told('2001:db8::20').here).toBe('http://[2001:db8::20]:4100');
});

test('behind a proxy it is the address of that; with TLS nothing is warned of', () => {
  const proxied = { here: 'http://localhost:4100', elsewhere: 'Desks open https://desk.example', warns: false };
  expect(told('0.0.0.0', 'https://desk.example')).toEqual(proxied);
  expect(told('0.0.0.0', 'http://desk.example').warns).toBe(true);
});
