import { fontFaces, fontFamilies, fontUrls } from './fonts';

test('both font files are offered for preloading', () => {
  expect(fontUrls).toHaveLength(2);
});

test('text shows at once in a local font, then in the web font', () => {
  expect(fontFaces.match(/font-display:swap/g)).toHaveLength(2);
});

test('every family in a stack but the generic one has a face', () => {
  const named = Object.values(fontFamilies).flatMap((stack) => stack.match(/'[^']+'/g) ?? []);
  for (const family of named) expect(fontFaces).toContain(`font-family:${family}`);
  expect(named).toHaveLength(6);
});
