import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callerAddress } from '../src/gateway/caller-address';
import { readOptions } from '../src/options';
import { EMAIL } from './support/form-rules';

test('only the socket is trusted when no proxy is declared', () => {
  expect(callerAddress('192.0.2.1', '198.51.100.7', 0)).toBe('192.0.2.1');
  expect(callerAddress('::ffff:192.0.2.1', undefined, 0)).toBe('192.0.2.1');
});

test('the n-th entry from the end is trusted when n proxies are declared', () => {
  const header = '203.0.113.66, 198.51.100.7, 10.0.0.1';
  expect(callerAddress('127.0.0.1', header, 1)).toBe('10.0.0.1');
  expect(callerAddress('127.0.0.1', header, 2)).toBe('198.51.100.7');
  expect(callerAddress('127.0.0.1', '198.51.100.7', 2)).toBe('198.51.100.7');
  expect(callerAddress('127.0.0.1', ' , ', 1)).toBe('127.0.0.1');
});

test('empty entries are skipped, and an entry that is not an address is not trusted', () => {
  expect(callerAddress('127.0.0.1', '198.51.100.7, ,', 1)).toBe('198.51.100.7');
  for (const entry of ['198.51.100.7 x', 'é198.51.100.7', '198.51.100.7é', '1'.repeat(101)]) {
    expect(callerAddress('127.0.0.1', entry, 1)).toBe('127.0.0.1');
  }
});

test('only the prefix of an IPv4 address is removed', () => {
  expect(callerAddress('::FFFF:192.0.2.1', undefined, 0)).toBe('192.0.2.1');
  expect(callerAddress('2001:db8::ffff:1', undefined, 0)).toBe('2001:db8::ffff:1');
});

test('the environment is read with its defaults', () => {
  expect(readOptions({})).toMatchObject({ databaseUrl: undefined, trustedProxies: 0, port: 0, perAddress: undefined });
  expect(readOptions({ TRUST_PROXY: 'true', BACKEND_PORT: '5001', SUBMISSIONS_PER_ADDRESS: '900' })).toMatchObject({
    trustedProxies: 1,
    port: 5001,
    perAddress: 900,
  });
});

test('the README contains the e-mail rule that is tested against the database', () => {
  expect(readFileSync(join(__dirname, '../../supabase/README.md'), 'utf8')).toContain(EMAIL.source);
});
