import { evaluate, nodeModules, offerOnly } from './evaluate';

test('gives what the file exports, and the file its base and what it requires', () => {
  const source = 'module.exports = { base: __release_base__, one: require("react").one };';
  expect(evaluate(source, 'page.js', '/r/booking/1/', offerOnly({ react: { one: 1 } }, 'booking'))).toEqual({
    base: '/r/booking/1/',
    one: 1,
  });
});

test('offers a remote only what the shell shares', () => {
  const require = offerOnly({ react: {} }, 'booking');
  expect(() => evaluate('require("node:fs")', 'page.js', '/', require)).toThrow(
    'booking requires "node:fs", which the shell does not offer',
  );
});

test("offers the shell Node's own modules", () => {
  expect(evaluate('module.exports = typeof require("node:path").join', 'render.js', '/', nodeModules)).toBe('function');
});
