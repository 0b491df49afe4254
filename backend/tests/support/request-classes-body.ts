import fc from 'fast-check';
import { type RequestClass, refuses } from './request-class';
import { contact, incident } from './rows';

const contactWith = (parts: object) => ({ body: JSON.stringify({ ...contact, ...parts }) });
const asText = (value: unknown) => ({ body: JSON.stringify(value) });

const notRows = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const nested = fc.oneof(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.dictionary(fc.string(), fc.jsonValue()));

export const bodyClasses: readonly RequestClass[] = [
  refuses(
    'a body above 64 kB',
    'size 413 BODY_TOO_LARGE',
    fc.constantFrom(64 * 1024 + 1, 300_000, 5_000_000).map((size) => ({ body: ' '.repeat(size) })),
  ),
  refuses(
    'more than 200 rows',
    'rows 413 BODY_TOO_LARGE',
    fc.integer({ min: 201, max: 20_000 }).map((count) => asText(Array(count).fill({}))),
  ),
  refuses(
    'a body that is not JSON in UTF-8',
    'syntax 400 PGRST102',
    fc
      .constantFrom(
        ...['', '{', '{} {}', '\ufeff{}', '['.repeat(60_000)],
        ...[Buffer.from('{"nom":"é"}', 'latin1'), Buffer.from('{"nom":"ab"}', 'utf16le')],
      )
      .map((body) => ({ body })),
  ),
  refuses(
    'a body that is neither an object nor an array of objects',
    'rows 400 PGRST102',
    fc.oneof(
      notRows.map(asText),
      fc.array(fc.oneof(notRows, fc.array(fc.jsonValue())), { minLength: 1, maxLength: 9 }).map(asText),
      fc.integer({ min: 2, max: 20_000 }).map((depth) => ({ body: '['.repeat(depth) + ']'.repeat(depth) })),
    ),
  ),
  refuses(
    'unknown columns',
    'columns 400 PGRST204',
    fc.oneof(
      fc.constantFrom('role', '__proto__', 'constructor', 'toString', 'NOM', 'nom ', '').map((name) => ({
        body: `{"nom":"Durand",${JSON.stringify(name)}:"a"}`,
      })),
      fc.constant(asText(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, ''])))),
      fc.string({ minLength: 20, maxLength: 60 }).map((name) => asText({ [`x${name}`]: 'a' })),
    ),
  ),
  refuses(
    'rows with different columns',
    'columns 400 PGRST102',
    fc
      .constantFrom([{ nom: 'a' }, {}], [{}, { nom: 'a' }], [{ nom: 'a' }, { prenom: 'a' }])
      .map((list) => asText(list)),
  ),
  refuses(
    'nested values',
    'values 400 PGRST102',
    fc.oneof(
      nested.map((prenom) => contactWith({ prenom })),
      fc.constantFrom(1, 30_000).map((depth) => ({ body: `{"prenom":${'['.repeat(depth)}${']'.repeat(depth)}}` })),
    ),
  ),
  refuses(
    'numbers, and values of another kind than the column',
    'values 400 PGRST102',
    fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((prenom) => contactWith({ prenom })),
      fc.constantFrom({ prenom: true }, { is_agefice: 'true' }, { is_agefice: 1 }).map(contactWith),
      fc.constant({ body: '{"prenom":1e400}' }),
      fc
        .constantFrom('1', true, 1.5, 2 ** 31, 1e300)
        .map((line) => ({ table: 'incidents', ...asText({ ...incident, script: 'main.js', column: 1, line }) })),
    ),
  ),
  refuses(
    'half of a surrogate pair',
    'values 400 PGRST102',
    fc.constantFrom('{"prenom":"\\ud83d"}', '{"prenom":"a\\udc00b"}', '[{"nom":"\\udc00\\ud800"}]').map((body) => ({
      body,
    })),
  ),
];
