import { growthOf, MOST_GROWTH } from '@site/backend/tests/support/growth';
import { ProblemError } from './problem-error';
import { parseStrictJson } from './request';

const nest = (depth: number, [open = '', close = '']: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

test.each<[why: string, body: string | Buffer]>([
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['no valid JSON', ''],
  ['no valid JSON', '{"words":[]} {}'],
  ['no valid JSON', '\ufeff{"words":[]}'],
  ['nests more than 16', nest(17, '[]')],
  ['the key "a" twice', '{"a":1,"a":2}'],
  ['the key "\\u0061" twice', '{"a":[{}],"\\u0061":2}'],
  ['the key "__proto__"', '{"__proto__":{}}'],
  ['the key "\\u005f_proto__"', '{"a":{"\\u005f_proto__":{}}}'],
  ['the key "constructor"', '{"constructor":1}'],
  ['the key "prototype"', '{"prototype":1}'],
])('a body is refused for « %s »', (why, body) => {
  expect(() => parseStrictJson(Buffer.from(body))).toThrow(why);
});

test('sixteen levels and equal keys of two objects are read', () => {
  expect(parseStrictJson(Buffer.from(nest(16, '[]')))).toHaveLength(1);
  expect(parseStrictJson(Buffer.from('[{"a":"\\""},{"a":1}]'))).toEqual([{ a: '"' }, { a: 1 }]);
});

test.each<[name: string, make: (size: number) => string]>([
  ['an open string of escaped quotes', (size) => `{"release":"${'\\"'.repeat(size / 2)}`],
  ['an open string of backslashes', (size) => `"${'\\'.repeat(size)}`],
  ['open lists', (size) => '['.repeat(size)],
  ['nested objects', (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`],
  ['many keys', (size) => `{${Array.from({ length: size / 10 }, (_, at) => `"k${at}":0`).join()}}`],
])('%s take time in proportion to their length', (_, make) => {
  const read = (size: number) => {
    try {
      parseStrictJson(Buffer.from(make(size)));
    } catch (error) {
      expect(error).toBeInstanceOf(ProblemError);
    }
  };
  expect(growthOf(read, 20_000)).toBeLessThan(MOST_GROWTH);
});
