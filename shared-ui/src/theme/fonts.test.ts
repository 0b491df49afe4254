import { fontFaces, fontFamilies, fontUrls } from './fonts';

test('fontUrls lists both font files for preloading', () => {
  expect(fontUrls).toHaveLength(2);
});

test('text is shown in a local font until the web font has loaded', () => {
  expect(fontFaces.match(/font-display:swap/g)).toHaveLength(2);
});

test('every family in a font stack has a face, except the generic one', () => {
  const named = Object.values(fontFamilies).flatMap((stack) => stack.match(/'[^']+'/g) ?? []);
  for (const family of named) expect(fontFaces).toContain(`font-family:${family}`);
  expect(named).toHaveLength(6);
});
