import fc from 'fast-check';
import { type AttackClass, always, command, type MakeAttack, post, STATUS, unchecked } from './attack-class';

const nest = (depth: number, [open, close]: readonly [string, string]) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;
export const onBodies: readonly AttackClass[] = [
  {
    name: 'a body that is not JSON in UTF-8',
    requests: fc
      .constantFrom<string | Buffer>(
        ...['', '{', '{"words":', '<xml/>', 'words=', "{'words':[]}", '{"words":[]} {}', '\ufeff{"words":[]}', 'NaN'],
        ...[Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from('{"words":[]}', 'utf16le')],
      )
      .map((body) => post(body)),
    answer: 'malformed',
    without: { requests: always<MakeAttack>(post(STATUS)) },
  },
  {
    name: 'a deeply nested body',
    requests: fc
      .record({ depth: fc.integer({ min: 17, max: 5000 }), kind: always(['[', ']'] as const, ['{"a":', '}'] as const) })
      .map(({ depth, kind }) => post(nest(depth, kind))),
    answer: 'malformed',
    without: { requests: always<MakeAttack>(post(STATUS)) },
  },
  {
    name: 'a duplicate key, also when one of the two is escaped',
    requests: always<MakeAttack>(
      post('{"words":[],"words":["landing"]}'),
      post('{"words":[],"why":"a","w\\u0068y":"b"}'),
      post('{"words":[],"isDry":true,"isDry":false}'),
    ),
    answer: 'malformed',
    without: { requests: always<MakeAttack>(post('{"words":[],"why":"a"}')) },
  },
  {
    name: 'a key that reaches a prototype, or an unknown key',
    requests: fc
      .constantFrom('__proto__', 'constructor', 'prototype', '\\u005f_proto__', 'who', 'root', 'dataDir', 'Words', '')
      .map((key) => post(`{"words":[],"${key}":{}}`)),
    answer: 'malformed',
    without: { requests: always<MakeAttack>(post(STATUS)) },
  },
  {
    name: 'values of the wrong type',
    requests: fc
      .oneof(
        always<unknown>(null, 1, 'x', [], { words: 'x' }, { words: [1] }, { words: [null] }, { words: [['x']] }),
        always<unknown>(
          { words: [], seq: -1 },
          { words: [], seq: 1.5 },
          { words: [], seq: '1' },
          { words: [], isDry: 1 },
        ),
        always<unknown>({ words: Array(51).fill('x') }, { words: ['x'.repeat(2001)] }, { words: [], change: {} }, {}),
      )
      .map((body) => post(JSON.stringify(body))),
    answer: 'malformed',
    without: { requests: always<MakeAttack>(post(STATUS)) },
  },
  {
    name: 'an unsupported content type or encoding',
    requests: fc
      .constantFrom<Record<string, string>>(
        ...['', 'text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'text/json'].map(
          (type) => ({ 'content-type': type }),
        ),
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-type': 'application/json, text/plain' },
        { 'content-encoding': 'gzip' },
        { 'content-encoding': 'br' },
      )
      .map((headers) => post(STATUS, headers)),
    answer: 'wrong-type',
    without: { requests: always<MakeAttack>(post(STATUS, { 'content-type': 'application/json; charset=utf-8' })) },
  },
  {
    name: 'an argument that is not valid, or that would break a log or a terminal',
    requests: always<MakeAttack>(
      command('activate', ['booking@../../x'], unchecked),
      command('activate', ['booking@1.0.0-c@1.0.0-c'], unchecked),
      command('rollback', ['../booking']),
      command('rollback', ['__proto__']),
      command('rollback', ['booking\nlanding']),
      command('rollback', ['booking'], { why: 'a\u001b[2Jb' }),
      command('rollback', ['booking'], { why: 'x'.repeat(501) }),
      command('rollback', ['booking'], { to: '../x' }),
      command('activate', ['booking@1.0.0-c'], { ...unchecked, retire: ['//evil.example'], redirect: ['/'] }),
    ),
    answer: 'refused',
    without: { requests: always<MakeAttack>(command('rollback', ['booking'], { why: 'a reason' })) },
  },
];
