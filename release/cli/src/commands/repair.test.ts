import type { Store } from '@site/release-core/store/store';
import { tinyStore } from '@site/release-core/tests/support/tiny-site';
import { contextOn, runIn } from '../../tests/support/command-context';
import { repair } from './repair';

let store: Store;
let page: string;

beforeEach(async () => {
  store = await tinyStore();
  page = `bodies/${(await store.readIndex())?.pages['/booking']?.body}`;
});

const run = () => runIn(repair, contextOn(store));

test('names what it has repaired, and finds nothing afterwards', async () => {
  const whole = await store.blobs.get(page);
  await store.blobs.replace(page, 'half');
  expect(await run()).toMatchObject({ text: 'repaired: the page /booking has changed', isBad: false });
  expect(await store.blobs.get(page)).toEqual(whole);
  expect(await run()).toMatchObject({ text: 'Nothing is damaged.', isBad: false });
});

test('fails when something is left that only a publication restores, and names it', async () => {
  await store.blobs.replace('r/booking/1.0.0-a/picture.svg', '<svg>');
  const { text, isBad } = await run();
  expect(isBad).toBe(true);
  expect(text).toMatch(
    /^not repaired: r\/booking\/1\.0\.0-a\/picture\.svg has changed\nPublish the same sources again/,
  );
});

test('names the change whose releases it continues with, and asks to repeat the later ones', async () => {
  await store.blobs.add('index/00000002.json', '');
  const { text, json } = await run();
  expect(text).toBe(
    'repaired: index/00000002.json is damaged: it is empty\nChange 3 has the releases of change 1, the latest that could be read: repeat the changes that came after it.',
  );
  expect(json).toMatchObject({ changed: true, seq: 3, left: [] });
});
