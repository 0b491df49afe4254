import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRIVATE_PATH } from '@site/contract/addresses';
import { TARGETS } from '@site/release-build/targets';
import DoIUse from 'doiuse';
import { runChecks } from 'es-check';
import postcss from 'postcss';
import { PATHS, readIndex } from './support/specification';
import { expect, test } from './support/test';

/** False positives of the scanners, and features that older browsers may ignore. */
const HARMLESS_SCRIPT = [
  // The backend's client has a method of this name.
  'Uint8ArrayToBase64',
];
const HARMLESS_STYLE = [
  // A browser without it waits for a second tap.
  'css-touch-action',
  // They support only the first of several font families.
  'extended-system-fonts',
  // Used for closed answers in print; a browser without it prints only the question.
  'css-content-visibility',
];

async function scriptAboveFloor(source: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'support-floor-'));
  try {
    const file = join(folder, 'script.js');
    await writeFile(file, source);
    const { errors } = runChecks(
      [
        {
          files: [file],
          ecmaVersion: 'checkBrowser',
          checkBrowser: true,
          browserslistQuery: TARGETS.join(', '),
          checkFeatures: true,
          ignore: HARMLESS_SCRIPT.join(','),
        },
      ],
      { isNodeAPI: true },
    );
    return errors.flatMap(({ err }) => err.features ?? [err.message ?? 'unknown syntax']);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Partial support of a feature counts as support. */
async function styleAboveFloor(source: string): Promise<readonly string[]> {
  const features = new Set<string>();
  const scanner = new DoIUse({
    browsers: TARGETS,
    ignore: HARMLESS_STYLE,
    onFeatureUsage({ feature, featureData }) {
      if (featureData.missing) features.add(feature);
    },
  });
  await postcss([scanner]).process(source, { from: undefined });
  for (const [rule] of source.matchAll(/::backdrop\s*\{[^}]*var\([^}]*\}/g)) features.add(`a variable in ${rule}`);
  for (const [value] of source.matchAll(/--[\w-]+:\s*color-mix\([^;}]*/g)) features.add(`a mixed colour in ${value}`);
  return [...features];
}

const contents = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}(?: data-[^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) => text);

test('no page, script or style sheet uses what a supported browser lacks', async ({ request }) => {
  const textOf = async (path: string) => (await request.get(path)).text();
  const indexes = await Promise.all(['/', PRIVATE_PATH].map((path) => readIndex(request, path)));
  const entries = indexes.flatMap(({ remotes }) => Object.values(remotes).map(({ entry }) => entry));
  const shell = /\/r\/shell\/[^/"]+\//.exec(await textOf('/'))?.[0] ?? '';
  const folders = [...entries.map((entry) => entry.replace('remoteEntry.js', '')), shell];
  const scripts: string[] = [];
  const styles: string[] = [];
  for (const path of [...PATHS, PRIVATE_PATH]) {
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
  // es-check knows no interface of browsers: this one is in Node, and in Safari since 17.
  expect(scripts.join('\n')).not.toContain('URL.canParse');
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
