import { INVISIBLE, withoutInvisible } from './invisible.ts';

const ALONE = '\u00ad\u061c\u115f\u180e\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u2069\u3164\ufeff\u{e0001}';

test('invisible characters and direction marks are removed', () => {
  expect(`é${[...ALONE].join('b')}!`.replace(INVISIBLE, '')).toBe(`é${'b'.repeat([...ALONE].length - 1)}!`);
  expect(withoutInvisible(`é${ALONE}!`)).toBe('é!');
});

test('an emoji stays whole, and joiners elsewhere stay only where scripts need them', () => {
  const emoji = '👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣';
  expect(emoji.replace(INVISIBLE, '')).toBe(emoji);
  expect(withoutInvisible(emoji)).toBe(emoji);
  expect('a\u200db\u200cc'.replace(INVISIBLE, '')).toBe('a\u200db\u200cc');
  expect(withoutInvisible('a\u200db\u200cc\ufe0f')).toBe('abc');
});
