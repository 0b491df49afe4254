import { expectAccessible } from '../src/expect-accessible';
import * as form from '../src/form';
import * as sharedUi from '../src/index';
import { renderInHost } from '../src/testing';
import { CataloguePage, catalogue } from './catalogue-page';

// Components are in pascal case, constants in capitals, functions and hooks in camel case.
const isComponent = (name: string) => /^[A-Z].*[a-z]/.test(name);

test('the catalogue lists every component once', () => {
  const components = Object.keys({ ...sharedUi, ...form }).filter(isComponent);
  expect(catalogue.map(({ name }) => name).sort()).toEqual(components.sort());
});

test('the catalogue shows every component in at least one state', () => {
  const empty = catalogue.filter(({ examples }) => Object.keys(examples).length === 0);
  expect(empty.map(({ name }) => name)).toEqual([]);
});

test('the whole catalogue is accessible', async () => {
  renderInHost(<CataloguePage />);
  await expectAccessible();
});
