/** @jest-environment node */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exampleSite } from '@site/shared-ui/testing';
import { exampleIndex } from '../../tests/support/example-index';
import { iconTags, rootFiles } from './root-files';

const SCRIPT_URL = '/r/shell/1.0.0-aaaaaaaaaa/main.js';
const files = rootFiles(exampleSite, SCRIPT_URL, exampleIndex);

test('each root file is among the release’s pictures', () => {
  const asked = files.flatMap((entry) => ('file' in entry ? [entry.file] : []));
  expect(asked).toHaveLength(2);
  for (const file of asked) expect([file, existsSync(join(__dirname, '../../pictures', file))]).toEqual([file, true]);
});

test('the manifest has the site’s name and pictures of the same release', () => {
  const manifest = files.find(({ path }) => path === '/site.webmanifest');
  const { name, icons } = JSON.parse(manifest && 'text' in manifest ? manifest.text : '{}');
  expect(name).toBe(exampleSite.product);
  for (const { src } of icons) expect(src).toMatch(/^\/r\/shell\/1\.0\.0-aaaaaaaaaa\/[a-z-]+\.(svg|png)$/);
});

test('every root address in the head has a root file', () => {
  const asked = [...iconTags(SCRIPT_URL).matchAll(/href="(\/[^/"]*)"/g)].map(([, path]) => path);
  expect(asked).toHaveLength(2);
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(asked));
});

test('browsers prefetch the page for booking on hover and any other page when its link is pressed', () => {
  const rules = files.find(({ path }) => path === '/speculation-rules.json');
  expect(rules?.contentType).toBe('application/speculationrules+json');
  expect(JSON.parse(rules && 'text' in rules ? rules.text : '')).toEqual({
    prefetch: [
      { where: { href_matches: '/booking' }, eagerness: 'moderate' },
      { where: { href_matches: '/*' }, eagerness: 'conservative' },
    ],
  });
});
