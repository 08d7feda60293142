import { describe, expect, it } from 'vitest';
import { isLoopback, listenRefusal } from './addresses.ts';

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

describe('listenRefusal', () => {
  it('keeps a shared key on loopback and says what to do', () => {
    expect(listenRefusal({ access: 'shared', host: '127.0.0.1' })).toBeNull();
    const refusal = listenRefusal({ access: 'shared', host: '0.0.0.0' });
    for (const remedy of ['HOST', 'ACCESS=sign_in', 'PRACTICE_API_KEY']) expect(refusal).toContain(remedy);
    expect(refusal).not.toContain('--');
  });

  it('lets people who sign in come from anywhere', () => {
    expect(listenRefusal({ access: 'sign_in', host: '0.0.0.0' })).toBeNull();
  });
});
