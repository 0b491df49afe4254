/** @jest-environment node */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sentencesIn = (file: string) =>
  (readFileSync(file, 'utf8').match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? []).map((quoted) => quoted.slice(1, -1));

const COPY = readdirSync(__dirname)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) => sentencesIn(join(__dirname, name)));

test.each([
  ['a narrow space before ; ! ? and »', /[^\u202f][;!?»](?!\w)/],
  ['a narrow space after «', /«[^\u202f]/],
  ['a space that does not break before : % €', / [:%€]/],
  ['a typographic apostrophe', /\p{L}'\p{L}/u],
  ['one character for an ellipsis', /\.{3}/],
])('copy has %s', (_rule, offence) => {
  expect(COPY.filter((text) => offence.test(text))).toEqual([]);
});
