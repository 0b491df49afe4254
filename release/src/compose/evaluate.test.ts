import { evaluate, nodeModules, offerOnly } from './evaluate';

test('returns the exports of a file, which receives its base and the modules that it requires', () => {
  const source = 'module.exports = { base: __release_base__, one: require("react").one };';
  expect(
    evaluate(source, { filename: 'page.js', base: '/r/booking/1/' }, offerOnly({ react: { one: 1 } }, 'booking')),
  ).toEqual({
    base: '/r/booking/1/',
    one: 1,
  });
});

test('a remote can require only the modules that the shell shares', () => {
  const require = offerOnly({ react: {} }, 'booking');
  expect(() => evaluate('require("node:fs")', { filename: 'page.js', base: '/' }, require)).toThrow(
    'booking requires "node:fs", which the shell does not offer',
  );
});

test("the shell can require Node's own modules", () => {
  expect(
    evaluate('module.exports = typeof require("node:path").join', { filename: 'render.js', base: '/' }, nodeModules),
  ).toBe('function');
});
