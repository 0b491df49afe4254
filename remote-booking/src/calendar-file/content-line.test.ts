/** @jest-environment node */

import { contentLine, escapeText } from './calendar-file';

test.each([
  ['Huit heures, à distance', 'Huit heures\\, à distance'],
  ['Date ; lieu', 'Date \\; lieu'],
  ['C:\\agenda', 'C:\\\\agenda'],
  ['déjà \\n écrit', 'déjà \\\\n écrit'],
  ['une\ndeux\r\ntrois\rquatre', 'une\\ndeux\\ntrois\\nquatre'],
  ['« 10 h » : rien à changer', '« 10 h » : rien à changer'],
])('escapes %j as %j', (text, written) => {
  expect(escapeText(text)).toBe(written);
});

const lines = (folded: string) => folded.split('\r\n').slice(0, -1);
const unfold = (folded: string) => folded.replaceAll('\r\n ', '').replace(/\r\n$/, '');
const octets = (line: string) => Buffer.byteLength(line);

test('folds lines longer than 75 octets', () => {
  expect(contentLine('X', 'a'.repeat(73))).toBe(`X:${'a'.repeat(73)}\r\n`);
  expect(contentLine('X', 'a'.repeat(74))).toBe(`X:${'a'.repeat(73)}\r\n a\r\n`);
});

test('the space that opens a folded line counts among its octets', () => {
  expect(lines(contentLine('X', 'a'.repeat(300))).map(octets)).toEqual([75, 75, 75, 75, 6]);
});

test.each([
  ['two octets', 'é'],
  ['three octets', '€'],
  ['four octets', '😀'],
])('never splits characters of %s', (_size, character) => {
  const value = character.repeat(120);
  const folded = contentLine('SUMMARY', value);
  expect(Math.max(...lines(folded).map(octets))).toBeLessThanOrEqual(75);
  expect(folded).not.toContain('\ufffd');
  for (const line of lines(folded)) expect(Buffer.from(line).toString()).toBe(line);
  expect(unfold(folded)).toBe(`SUMMARY:${value}`);
});

test('a character that does not fit whole moves to the next line', () => {
  expect(lines(contentLine('X', `${'a'.repeat(72)}é`))).toEqual([`X:${'a'.repeat(72)}`, ' é']);
});
