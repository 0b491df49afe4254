import type { IncomingMessage } from 'node:http';
import { networkOf } from './network-of';

const from = (remoteAddress: string | undefined, forwardedFor?: string | string[], proxies = 0) =>
  networkOf(
    { headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress } } as unknown as IncomingMessage,
    proxies,
  );

test('an IPv4 address in IPv6 form is the same network', () => {
  expect(from('::ffff:192.0.2.1')).toBe(from('192.0.2.1'));
  expect(from('192.0.2.2')).not.toBe(from('192.0.2.1'));
});

test('a whole IPv6 /64 is one network, however it is written', () => {
  expect(from('2001:db8::1')).toBe(from('2001:0db8:0:0:9:9:9:9'));
  expect(from('2001:db8::1')).not.toBe(from('2001:db8:0:1::1'));
  expect(from('::1')).not.toBe(from('fe80::1%eth0'));
});

test('behind proxies, the address is the one that the outermost proxy saw', () => {
  expect(from('127.0.0.1', '198.51.100.1, 192.0.2.1, 10.0.0.1', 2)).toBe('192.0.2.1');
  expect(from('127.0.0.1', ['198.51.100.1', '192.0.2.1'], 1)).toBe('192.0.2.1');
  expect(from('127.0.0.1', '192.0.2.1', 2)).toBe('192.0.2.1');
});

test('a port, brackets or a zone make no other network of an address', () => {
  expect(from('127.0.0.1', '192.0.2.1:5678', 1)).toBe(from('192.0.2.1'));
  expect(from('127.0.0.1', '[2001:db8::1]:443', 1)).toBe(from('2001:db8::2%eth0'));
});

test('without a proxy, X-Forwarded-For is ignored', () => {
  expect(from('192.0.2.1', '198.51.100.1')).toBe('192.0.2.1');
});

test('uses the socket address when proxies name nobody, and an empty one for a closed connection', () => {
  expect(from('192.0.2.1', undefined, 1)).toBe('192.0.2.1');
  expect(from(undefined)).toBe('');
});
