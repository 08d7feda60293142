import { describe, expect, it } from 'vitest';
import { isLoopback } from './addresses.ts';

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '[::1]', 'localhost', 'LOCALHOST'])('%s is', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '', '192.168.1.4', '127.0.0.1.evil.example', 'localhost.evil.example', 'desk'])(
    '%s is not',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );

  it('takes an IPv4 loopback address written as IPv6', () => {
    expect(isLoopback('::ffff:127.0.0.1')).toBe(true);
  });
});
