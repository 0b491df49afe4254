import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../user-error';
import { readOffers } from './renderer';

const render = readFileSync(join(import.meta.dirname, '../../tests/support/tiny-shell.cjs'));
const offersAfter = (source: string) => readOffers(Buffer.from(`${render}\n${source}`), '1.0.0-s1');

test("the renderer reads what a shell's code offers, sorted by name", async () => {
  expect(await offersAfter("exports.shared['@site/shared-ui'] = { Heading: 1, Button: 2 };")).toEqual({
    react: '19.3.1',
    sharedUi: ['Button', 'Heading'],
    host: ['navigate', 'site'],
    routes: ['home'],
  });
});

test.each([
  ['no React', 'delete exports.shared.react;', /cannot be evaluated: TypeError/],
  ['code that ends its process', 'process.exit();', /cannot be evaluated: TypeError: process.exit is not a function/],
  ['members that are no list', "exports.hostMembers = 'site';", /in the form of ShellBuild/],
  ['a name that is none', "exports.routeNames = ['home\\n'];", /in the form of ShellBuild/],
  ['more names than a shell has', "exports.routeNames = Array(5001).fill('a');", /in the form of ShellBuild/],
])('the renderer refuses a shell with %s and names it', async (_, source, sentence) => {
  const offers = offersAfter(source);
  await expect(offers).rejects.toThrow(UserError);
  await expect(offers).rejects.toThrow(/shell@1\.0\.0-s1/);
  await expect(offers).rejects.toThrow(sentence);
});
