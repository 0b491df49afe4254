import { MINUTE_MS } from '@site/contract/today';
import type { Blobs } from '@site/release-core/store/blobs';
import { openSiteStore } from '@site/release-core/store/store';
import { tinyData } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { createFactsPreviews } from './compose-preview';

const FOLDER = 'scratch/previews/';

let now: number;
let blobs: Blobs;
beforeEach(() => {
  now = Date.parse('2026-11-26T09:00:00Z');
  blobs = openSiteStore(temporaryFolder()).blobs;
});

const previews = (of = blobs) => createFactsPreviews(of, () => now);

test('a preview that one server keeps is found by another one, for half an hour', async () => {
  const requested = await previews().keep(tinyData);
  const other = previews();
  expect(await other.find(requested)).toEqual(tinyData);
  now += 30 * MINUTE_MS;
  expect(await other.find(requested)).toEqual(tinyData);
  now += 1;
  // Neither a server that has read it, nor one that has not.
  expect([await other.find(requested), await previews().find(requested)]).toEqual([undefined, undefined]);
});

test('a thousand previews leave the latest twenty, and later ones remove those that have ended', async () => {
  const one = previews();
  const requested: string[] = [];
  for (let at = 0; at < 1000; at += 1) {
    now += 1;
    requested.push(await one.keep(tinyData));
  }
  expect(await blobs.list(FOLDER)).toHaveLength(20);
  expect(await previews().find(requested.at(-20) ?? '')).toEqual(tinyData);
  expect(await previews().find(requested.at(-21) ?? '')).toBeUndefined();
  now += 31 * MINUTE_MS;
  await one.keep(tinyData);
  expect(await blobs.list(FOLDER)).toHaveLength(1);
});

test('a name that cannot be one costs the store no call, and a guessed one finds nothing', async () => {
  const requested = await previews().keep(tinyData);
  const get = jest.fn(blobs.get);
  const { find } = previews({ ...blobs, get });
  const guessed = `${requested.slice(0, -32)}${'0'.repeat(32)}`;
  const impossible = ['facts:', 'facts:../../index/00000001.json', `${requested}0`, `facts:0${requested.slice(7)}`];
  for (const name of impossible) expect(await find(name)).toBeUndefined();
  expect(get).not.toHaveBeenCalled();
  expect(await find(guessed)).toBeUndefined();
});
