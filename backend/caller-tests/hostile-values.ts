import fc, { type Arbitrary } from 'fast-check';

/** Edge cases of the rules for lines and messages, and of what a database can store. */
const HOSTILE = [
  ...['\u0000', '\u0001', '\t', '\n', '\r\n', '\r', '\u000b', '\u001b', '\u007f', '\u0085', '\u009f'],
  ...[' ', '\u00a0', '\u00ad', '\u1680', '\u180e', '\u2003'],
  ...['\u200b', '\u2028', '\u2029', '\u202e', '\u202f', '\ufeff'],
  ...['\ud800', '\udfff', '😀', '👩‍👩‍👧', '\u{10ffff}', '\ufffe', '\uffff', 'e\u0301', 'ﷺ', 'İ', 'Œ', '東京'],
  ...['"', "'", '\\', '\\u0000', '$1', '#{x}', '%s', '{}', '--', ';', '<b>', ',', 'null', '=1+1'],
];

/** Lets fields that do not cause a failure shrink to the first, ordinary kind of value. */
const TO_THE_SIMPLEST = { withCrossShrink: true };

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 12 }) },
);

export const wildText: Arbitrary<string> = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

/** Texts whose length is at or near one of the limits, before or after trimming. */
export function textAround(...limits: readonly number[]): Arbitrary<string> {
  const length = fc
    .tuple(fc.constantFrom(...limits), fc.integer({ min: -2, max: 2 }))
    .map(([limit, off]) => Math.max(0, limit + off));
  const filler = fc.constantFrom('x', 'é', '😀', ' ', '\u00a0', '\u200b', '\n', '9');
  return fc
    .tuple(length, filler, fc.constantFrom('', ' ', '\ufeff', '\t'), wildText)
    .map(([size, character, edge, wild]) => edge + (wild + character.repeat(size)).slice(0, size) + edge);
}

const label = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,10}[a-zA-Z0-9])?$/),
  fc.constantFrom(
    ...['exemple', 'fr', 'f', 'xn--bcher-kva', '-a', 'a-'],
    'a'.repeat(63),
    'a'.repeat(64),
    'é',
    '',
    '1',
    '127',
  ),
);
const localPart = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,20}$/),
  fc.constantFrom('', '.', '"a b"', 'a@b', 'é', 'a'.repeat(64), 'a'.repeat(240), 'camille.durand', ' camille'),
);

export const nearEmail: Arbitrary<string> = fc.oneof(
  TO_THE_SIMPLEST,
  { weight: 1, arbitrary: fc.constant('a@b.fr') },
  { weight: 6, arbitrary: fc.tuple(localPart, fc.array(label, { minLength: 1, maxLength: 5 })).map(join) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 235, max: 250 }), label)
      .map(([size, end]) => `${'a'.repeat(size)}@${end}.fr`),
  },
  { weight: 1, arbitrary: wildText },
  { weight: 1, arbitrary: fc.emailAddress() },
);

function join([local, labels]: readonly [string, readonly string[]]): string {
  return `${local}@${labels.join('.')}`;
}

const digits = fc.stringMatching(/^[0-9 .()+/-]{6,44}$/);
export const telephone: Arbitrary<string> = fc.oneof(
  TO_THE_SIMPLEST,
  { weight: 1, arbitrary: fc.constant('0639980001') },
  { weight: 4, arbitrary: digits },
  {
    weight: 2,
    arbitrary: fc.constantFrom('06 39 98 00 01', '+33\u00a06\u202f39\u00a098\u00a000\u00a001', 'poste 1234', ''),
  },
  { weight: 2, arbitrary: textAround(10, 40) },
  { weight: 1, arbitrary: wildText },
);

/** Mostly ordinary names, so that often only one field of a case is invalid. */
export const nameUpTo = (longest: number): Arbitrary<string> =>
  fc.oneof(
    TO_THE_SIMPLEST,
    { weight: 4, arbitrary: fc.constantFrom('Camille', "D'Angély", 'Łukasz-Žofia', '김', 'Нина', 'Ng') },
    { weight: 2, arbitrary: wildText },
    { weight: 2, arbitrary: textAround(1, 2, longest) },
  );
