import { TARGETS } from '@site/build/targets';
import { scriptAboveFloor, styleAboveFloor } from './support/above-floor';
import { PATHS, readIndex } from './support/specification';
import { expect, test } from './support/test';

const contents = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}(?: data-[^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) => text);

test('no page, script or style sheet uses what a supported browser lacks', async ({ request }) => {
  const textOf = async (path: string) => (await request.get(path)).text();
  const index = await readIndex(request);
  const entries = Object.values(index.remotes).map(({ entry }) => entry);
  const shell = /\/r\/shell\/[^/"]+\//.exec(await textOf('/'))?.[0] ?? '';
  const folders = [...entries.map((entry) => entry.replace('remoteEntry.js', '')), shell];
  const scripts: string[] = [];
  const styles: string[] = [];
  for (const path of PATHS) {
    const html = await textOf(path);
    scripts.push(...contents(html, 'script'));
    styles.push(...contents(html, 'style'));
  }
  for (const folder of folders) {
    const { files } = JSON.parse(await textOf(`${folder}release.json`)) as { readonly files: Record<string, string> };
    const names = Object.keys(files);
    for (const name of names.filter((name) => /^[\w.-]+\.js$/.test(name))) scripts.push(await textOf(folder + name));
    for (const name of names.filter((name) => /^[\w.-]+\.css$/.test(name))) styles.push(await textOf(folder + name));
  }
  expect(scripts.length).toBeGreaterThan(20);
  // One feature of each kind that the scanners must find.
  scripts.push('Promise.withResolvers();');
  styles.push('a { &:hover { color: red } }');
  expect(await scriptAboveFloor(scripts.map((text) => `{${text}\n}`).join('\n'))).toEqual(['PromiseWithResolvers']);
  expect(await styleAboveFloor([...new Set(styles)].join('\n'))).toEqual(['css-nesting']);
});

test('/accessibilite names the oldest supported version of each browser', async ({ request }) => {
  const html = await (await request.get('/accessibilite')).text();
  for (const target of TARGETS) {
    const [name, , version] = target.split(' ');
    expect(html).toMatch(new RegExp(`${name}( et \\w+)? ${version}`, 'i'));
  }
});
