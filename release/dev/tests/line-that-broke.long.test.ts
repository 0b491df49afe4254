import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackages } from '@site/release/publish/build-package';
import { choosePackages } from '@site/release/publish/packages';
import { readRelease } from '@site/release/publish/publish';
import { addRelease, type ReadyRelease } from '@site/release-core/publish/add-release';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { locateFailures } from '@site/server/failures/locate-failures';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { copyWorkspace } from './workspace-copy';

const PAGE = 'remote-contact/src/contact-page.tsx';
const FAULT = `

export function failOnDemand(): void {
  const asked = globalThis.location?.hash;
  if (asked === '#fail') throw new Error('marker of the test');
}
failOnDemand();
`;
const PACKAGES = ['contract', 'shared-ui', 'forms', 'supabase', 'tooling', 'shell', 'remote-contact'];

jest.setTimeout(300_000);

let folder: string;
let workspace: string;
let ready: ReadyRelease;

const dist = (part: string) => join(workspace, 'remote-contact/dist', part);
const clientFiles = () =>
  Object.fromEntries(
    readdirSync(dist('client')).map((file) => [file, readFileSync(join(dist('client'), file), 'hex')]),
  );
const build = () => buildPackages(choosePackages(workspace, ['contact']));

beforeAll(async () => {
  folder = temporaryFolder();
  workspace = copyWorkspace(PACKAGES, join(folder, 'poste de camille'));
  writeFileSync(join(workspace, PAGE), readFileSync(join(workspace, PAGE), 'utf8').trimEnd() + FAULT);
  await build();
  const [one] = choosePackages(workspace, ['contact']);
  if (!one) throw new Error('The copy has no contact.');
  ready = await readRelease(one);
});

function positionOf(marker: RegExp) {
  for (const [script, content] of ready.client) {
    const lines = script.endsWith('.js') ? content.toString().split('\n') : [];
    const at = lines.findIndex((line) => marker.test(line));
    if (at >= 0) return { script, line: at + 1, column: 1 + (lines[at] ?? '').search(marker) };
  }
  throw new Error(`No script has ${marker}.`);
}

test('an error in a real build is found in its line of the source, at its commit', async () => {
  const store = memoryStore();
  const release = { ...ready.release, commit: '0123456789abcdef0123456789abcdef01234567' };
  await addRelease(store, { ...ready, release });
  const [found] = await locateFailures(
    store,
    [
      {
        ...{ remote: 'contact', release: release.id, preview: false, phase: 'runtime', code: 'exception', count: 1 },
        ...{ firstAt: '2026-11-25T09:00:00Z', lastAt: '2026-11-25T09:00:00Z', thrownIn: null },
        ...positionOf(/(?:new )?Error\(["'`]marker of the test/),
      },
    ],
    () => true,
  );
  const source = readFileSync(join(workspace, PAGE), 'utf8').split('\n');
  const line = 1 + source.findIndex((text) => text.includes('marker of the test'));
  expect(found).toMatchObject({ name: 'contact', commit: release.commit, noLine: null, source: { file: PAGE, line } });
});

test('every script has a source map that names no folder of the building machine and holds no source', () => {
  const scripts = Object.keys(ready.release.files).filter((file) => file.endsWith('.js'));
  expect(Object.keys(ready.release.maps ?? {}).sort()).toEqual(scripts.sort());
  for (const file of readdirSync(dist('maps'))) {
    const text = readFileSync(join(dist('maps'), file), 'utf8');
    const map = JSON.parse(text) as { sources: string[] };
    expect(text).not.toContain('camille');
    expect(text).not.toContain('sourcesContent');
    expect(map.sources.filter((source) => !/^(?:generated$|node_modules\/|[a-z-]+\/)/.test(source))).toEqual([]);
    expect(map.sources.filter((source) => /\.\.|^\/|^[a-z]+:/i.test(source))).toEqual([]);
  }
  const sources = readdirSync(dist('maps')).flatMap(
    (file) => (JSON.parse(readFileSync(join(dist('maps'), file), 'utf8')) as { sources: string[] }).sources,
  );
  expect(sources).toContain(PAGE);
});

test('visitors get the same bytes as from a build without source maps, and no address of a map', async () => {
  const withMaps = clientFiles();
  const plugin = join(workspace, 'tooling/source-maps.ts');
  const code = readFileSync(plugin, 'utf8');
  const without = code.replace('apply(compiler: Compiler) {', '$&\n    if (compiler) return;');
  expect(without).not.toBe(code);
  writeFileSync(plugin, without);
  await build();
  const { 'build.json': _, ...scripts } = clientFiles();
  const { 'build.json': __, ...before } = withMaps;
  expect(scripts).toEqual(before);
  const texts = Object.entries(before).map(([file, bytes]) => [file, Buffer.from(bytes, 'hex').toString('latin1')]);
  expect(texts.filter(([file = '', text = '']) => /\.map$/.test(file) || text.includes('sourceMappingURL'))).toEqual(
    [],
  );
});
