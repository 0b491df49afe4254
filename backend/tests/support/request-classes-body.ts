import fc from 'fast-check';
import type { RequestClass } from './request-class';
import { contact, datesOf, incident, reservation } from './rows';

const contactWith = (parts: object) => ({ body: JSON.stringify({ ...contact, ...parts }) });
const asText = (value: unknown) => ({ body: JSON.stringify(value) });

const notRows = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const nested = fc.oneof(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.dictionary(fc.string(), fc.jsonValue()));
const closed: readonly { table: string; row: object; columns: readonly string[] }[] = [
  { table: 'contacts', row: contact, columns: ['id', 'created_at', 'attempt', 'flagged', 'unwanted'] },
  {
    table: 'reservations',
    row: reservation,
    columns: ['id', 'created_at', 'made_in', 'status', 'attempt', 'flagged', 'unwanted'],
  },
  {
    table: 'reservation_dates',
    row: datesOf('0b8f6f0e-55d1-4e0f-8f0a-3a0d8d3f1c11', '2030-01-01')[0] ?? {},
    columns: ['created_at'],
  },
  { table: 'incidents', row: incident, columns: ['id', 'created_at'] },
];

export const bodyClasses: readonly RequestClass[] = [
  {
    name: 'a body above 64 kB',
    dimension: 'body',
    defence: 'size',
    requests: fc.constantFrom(64 * 1024 + 1, 300_000, 5_000_000).map((size) => ({ body: ' '.repeat(size) })),
    answer: { status: 413, code: 'BODY_TOO_LARGE' },
  },
  {
    name: 'more than 200 rows',
    dimension: 'body',
    defence: 'rows',
    requests: fc.integer({ min: 201, max: 20_000 }).map((count) => asText(Array(count).fill({}))),
    answer: { status: 413, code: 'BODY_TOO_LARGE' },
  },
  {
    name: 'a body that is not JSON in UTF-8',
    dimension: 'body',
    defence: 'syntax',
    requests: fc
      .constantFrom(
        ...['', '{', '{"nom":', '<xml/>', 'nom=Durand', '{"nom":undefined}', "{'nom':'a'}", '{} {}', '\ufeff{}', 'NaN'],
        ...[Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from('{"nom":"é"}', 'latin1')],
        ...[Buffer.from('{"nom":"ab"}', 'utf16le'), '['.repeat(60_000), '{"nom":"a\nb"}'],
      )
      .map((body) => ({ body })),
    answer: { status: 400, code: 'PGRST102' },
  },
  {
    name: 'a body that is neither an object nor an array of objects',
    dimension: 'body',
    defence: 'rows',
    requests: fc.oneof(
      notRows.map(asText),
      fc.array(fc.oneof(notRows, fc.array(fc.jsonValue())), { minLength: 1, maxLength: 9 }).map(asText),
      fc.integer({ min: 2, max: 20_000 }).map((depth) => ({ body: '['.repeat(depth) + ']'.repeat(depth) })),
    ),
    answer: { status: 400, code: 'PGRST102' },
  },
  {
    name: 'unknown columns',
    dimension: 'body',
    defence: 'columns',
    requests: fc.oneof(
      fc.constantFrom('role', '__proto__', 'constructor', 'toString', 'NOM', 'nom ', '').map((name) => ({
        body: `{"nom":"Durand",${JSON.stringify(name)}:"a"}`,
      })),
      fc.constant(asText(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, ''])))),
      fc.string({ minLength: 20, maxLength: 60 }).map((name) => asText({ [`x${name}`]: 'a' })),
    ),
    answer: { status: 400, code: 'PGRST204' },
  },
  {
    name: 'columns that visitors may not set',
    dimension: 'body',
    defence: 'columns',
    requests: fc.constantFrom(
      ...closed.flatMap(({ table, row, columns }) =>
        columns.flatMap((column) => [
          { table, ...asText({ ...row, [column]: null }) },
          { table, ...asText([{ ...row, [column]: '1' }]) },
        ]),
      ),
    ),
    answer: { status: 400, code: 'PGRST204' },
  },
  {
    name: 'rows with different columns',
    dimension: 'body',
    defence: 'columns',
    requests: fc
      .constantFrom([{ nom: 'a' }, {}], [{}, { nom: 'a' }], [{ nom: 'a' }, { prenom: 'a' }])
      .map((list) => asText(list)),
    answer: { status: 400, code: 'PGRST102' },
  },
  {
    name: 'nested values',
    dimension: 'body',
    defence: 'values',
    requests: fc.oneof(
      nested.map((prenom) => contactWith({ prenom })),
      fc
        .integer({ min: 1, max: 30_000 })
        .map((depth) => ({ body: `{"prenom":${'['.repeat(depth)}${']'.repeat(depth)}}` })),
      fc
        .integer({ min: 1, max: 8_000 })
        .map((depth) => ({ body: `{"prenom":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}` })),
    ),
    answer: { status: 400, code: 'PGRST102' },
  },
  {
    name: 'numbers, and values of another kind than the column',
    dimension: 'body',
    defence: 'values',
    requests: fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((prenom) => contactWith({ prenom })),
      fc.constantFrom({ prenom: true }, { is_agefice: 'true' }, { is_agefice: 1 }).map(contactWith),
      fc.constant({ body: '{"prenom":1e400}' }),
    ),
    answer: { status: 400, code: 'PGRST102' },
  },
  {
    name: 'half of a surrogate pair',
    dimension: 'body',
    defence: 'values',
    requests: fc
      .constantFrom('{"prenom":"\\ud83d"}', '{"prenom":"a\\udc00b"}', '[{"nom":"\\udc00\\ud800"}]')
      .map((body) => ({
        body,
      })),
    answer: { status: 400, code: 'PGRST102' },
  },
];
