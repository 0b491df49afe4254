import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { HotBuild, Requirements } from '@site/contract/build';
import {
  buildPackages,
  choosePackages,
  listPackages,
  type ReleasablePackage,
} from '@site/release-cli/publish/packages';
import { incompatibilitiesOf } from '@site/release-core/compose/compatibility';
import { hashesOf } from '@site/release-core/tests/stored-files';
import { root } from '@site/release-core/tests/support/repository';
import { tinyShell } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { copyWorkspace } from './workspace-copy';

const remotes = readdirSync(root).filter((folder) => folder.startsWith('remote-'));

const all = ['contract', 'shell', 'shared-ui', 'shared-ui/forms', 'supabase', 'release/build', ...remotes];

const copyOf = (packages: readonly string[], below = '') => copyWorkspace(packages, join(temporaryFolder(), below));

interface Build {
  id: string;
  container: string;
  sources: string[];
  requires: Requirements;
  types: Record<'sharedUi' | 'host', object>;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const readBuilds = (packages: readonly ReleasablePackage[], workspace: string): Record<string, Build> =>
  Object.fromEntries(
    packages.map(({ name, folder }) => {
      const file = join(workspace, basename(folder), 'dist/client/build.json');
      return [name, readJson(file) as Build];
    }),
  );

async function build(workspace: string, names: readonly string[] = []): Promise<Record<string, Build>> {
  const packages = choosePackages(workspace, names);
  await buildPackages(packages);
  return readBuilds(packages, workspace);
}

/** Returns a folder with builds of the unchanged sources: those of the test run, or new ones. */
async function buildUnchanged(): Promise<string> {
  const { FIRST_BUILDS } = process.env;
  if (FIRST_BUILDS) return FIRST_BUILDS;
  const copy = copyOf(all);
  await buildPackages(listPackages(copy));
  return copy;
}

/** Runs the scripts of a build as a page does that loads the container. */
function openContainer(dist: string) {
  const { entry, container, routes } = readJson(join(dist, 'build.json')) as HotBuild;
  const run = (file: string) => runInContext(readFileSync(join(dist, file), 'utf8'), page);
  const page = createContext({
    window: { location: new URL('http://site.example/') },
    setTimeout: () => undefined,
    clearTimeout: () => undefined,
    document: {
      getElementsByTagName: () => [],
      createElement: () => ({ setAttribute: () => undefined }),
      head: {
        appendChild: (script: HTMLScriptElement) => {
          run(basename(script.src));
          script.onload?.({ type: 'load' } as Event);
        },
      },
    },
  });
  run(entry);
  return { container: page[container] as Container, module: `./${routes[0]?.module}` };
}

interface Container {
  readonly init: (shareScope: object) => unknown;
  readonly get: (module: string) => Promise<() => unknown>;
}

const requireReact = createRequire(join(root, 'package.json'));

let before: Record<string, Build>;
let after: Record<string, Build>;
let original: string;
let workspace: string;
const builtIn = (folder: string) =>
  ['remote-booking', ...others].flatMap((name) => {
    const dist = join(workspace, name, 'dist', folder);
    return readdirSync(dist).map((file) => join(dist, file));
  });
const page = () => join(workspace, 'remote-booking/src/content/booking.ts');
/** One of each kind: the others are built as legal is. */
const others = ['shell', 'remote-legal'];

// The changed copy is in another folder, so this also shows that ids do not depend on the folder.
beforeAll(async () => {
  original = await buildUnchanged();
  before = readBuilds(listPackages(root), original);
  workspace = copyOf(all, "un dossier d'été/plus profond");
  const source = readFileSync(page(), 'utf8');
  const changed = source.replace('Réserver vos sessions', 'Réserver vos journées');
  expect(changed).not.toBe(source);
  writeFileSync(page(), changed);
  after = await build(workspace, ['booking', ...others]);
});

test('a change in booking gives it another id and another container name', () => {
  expect(after.booking?.id).not.toBe(before.booking?.id);
  expect(after.booking?.container).toBe(after.booking?.id.replace('1.0.0-', 'booking_'));
});

test.each(others)(
  'a change in booking does not change one byte of %s, which is built in another folder, with fewer others',
  (folder) => {
    const builtFiles = (at: string) => hashesOf(join(at, folder, 'dist'));
    const files = builtFiles(original);
    expect(Object.keys(files).length).toBeGreaterThan(3);
    expect(builtFiles(workspace)).toEqual(files);
  },
);

test('each build lists its sources: remotes bundle the fields of shared-ui, the shell the rest, and who shows it the offer or a colour', () => {
  const shared = Object.entries(before).map(([name, { sources }]) => [
    name,
    [
      'contract/src/offer.ts',
      'contract/src/palette.ts',
      'shared-ui/src/controls/button.tsx',
      'shared-ui/src/form.ts',
    ].filter((file) => sources.includes(file)),
  ]);
  expect(Object.fromEntries(shared)).toEqual({
    shell: ['contract/src/palette.ts', 'shared-ui/src/controls/button.tsx'],
    booking: ['contract/src/offer.ts', 'shared-ui/src/form.ts'],
    contact: ['shared-ui/src/form.ts'],
    landing: ['contract/src/offer.ts', 'contract/src/palette.ts'],
    legal: ['contract/src/offer.ts', 'contract/src/palette.ts'],
    owner: ['contract/src/offer.ts', 'contract/src/palette.ts', 'shared-ui/src/form.ts'],
  });
  expect(before.booking?.sources).toEqual(
    expect.arrayContaining(['remote-booking/contract.ts', 'remote-booking/src/content/booking.ts']),
  );
  expect(before.shell?.sources).toEqual(expect.arrayContaining(['shell/pictures/og.png', 'shell/src/render.tsx']));
  const listed = Object.values(before).flatMap(({ sources }) => sources);
  expect(listed.filter((file) => /node_modules|\.test\.|^\.|^\//.test(file))).toEqual([]);
});

test('each build describes the type of every name that a remote requires', () => {
  const { shell: _, ...ofRemotes } = before;
  for (const { requires, types } of Object.values(ofRemotes)) {
    expect(Object.keys(types.sharedUi).sort()).toEqual([...requires.sharedUi].sort());
    expect(Object.keys(types.host).sort()).toEqual([...requires.host].sort());
    expect(requires.sharedUi).toContain('Button');
  }
});

test.each(['booking', 'contact'])('%s requires what its form uses of a shell, with the types', (name) => {
  const { id, requires, types } = before[name] as Build;
  const without = (names: readonly string[], one: string) => names.filter((other) => other !== one);
  const offers = {
    react: '19.3.1',
    sharedUi: without(requires.sharedUi, 'toTelHref'),
    host: without(requires.host, 'notify'),
    routes: [],
  };
  const shell = { ...tinyShell('1.0.0-s1').release, offers };
  expect(incompatibilitiesOf(shell, { name, id, requires })).toEqual([
    `${name}@${id} uses toTelHref of shared-ui, which shell@1.0.0-s1 lacks`,
    `${name}@${id} uses notify of the host, which shell@1.0.0-s1 lacks`,
  ]);
  // An activation compares each of them.
  expect(types.host).toHaveProperty('navigate');
});

test('a build leaves no placeholder and no address of a source map in the client files', () => {
  const placeholder = /Release_?Stamp|sourceMappingURL/i;
  const files = builtIn('client');
  expect(files.filter((file) => placeholder.test(readFileSync(file, 'latin1')))).toEqual([]);
});

test('a build gives every script a source map, which contains no source and names no folder of the machine', () => {
  const scripts = builtIn('client').filter((file) => file.endsWith('.js'));
  const maps = builtIn('maps');
  expect(maps.map((file) => basename(file)).sort()).toEqual(scripts.map((file) => `${basename(file)}.map`).sort());
  for (const file of maps) {
    const map = readJson(file) as { sources: string[]; sourcesContent?: unknown };
    expect(map.sourcesContent).toBeUndefined();
    expect(map.sources.filter((source) => !/^(?:generated$|node_modules\/|[a-z-]+\/)/.test(source))).toEqual([]);
  }
});

test('a release shares no global with the previous one, so that both can run in one page', () => {
  const folder = join(workspace, 'remote-booking/dist/client');
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const globals = scripts.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/rspackChunk\w*/g) ?? []);
  expect(new Set(globals)).toEqual(new Set([`rspackChunk${after.booking?.container}`]));
});

test('a build bundles neither React nor the design system with a remote', () => {
  for (const remote of remotes) {
    const client = join(original, remote, 'dist/client');
    const code = readdirSync(client).map((file) => readFileSync(join(client, file), 'utf8'));
    const bundled = code.some((text) => /react\.transitional\.element|data-emotion/.test(text));
    expect([remote, bundled]).toEqual([remote, false]);
  }
});

test('a container follows the protocol: it takes from the share scope what its host runs, or else the highest version', async () => {
  const dist = join(original, 'remote-landing/dist/client');
  const taken: string[] = [];
  const version = (name: string, module: unknown, loaded = false) => ({
    from: 'a host',
    loaded,
    get: async () => () => {
      taken.push(name);
      return module;
    },
  });
  const sharedUi = new Proxy({}, { get: () => () => null });
  const scope = {
    react: { '19.3.1': version('react', requireReact('react'), true), '19.9.0': version('another react', {}) },
    'react/jsx-runtime': { '19.3.1': version('jsx-runtime', requireReact('react/jsx-runtime')) },
    '@site/shared-ui': { '1.10.0': version('shared-ui', sharedUi), '1.9.0': version('an earlier shared-ui', {}) },
  };

  const { container, module } = openContainer(dist);
  await container.init(scope);
  expect((await container.get(module))()).toMatchObject({ Page: expect.any(Function) });
  expect([...new Set(taken)].sort()).toEqual(['jsx-runtime', 'react', 'shared-ui']);
  expect(scope['@site/shared-ui']['1.10.0'].loaded).toBe(true);
  await expect(container.get('./nothing')).rejects.toThrow('does not exist in container');
  expect(() => container.init({})).toThrow('different share scope');

  const bare = openContainer(dist).container;
  await bare.init({});
  await expect(bare.get(module)).rejects.toThrow(/^The host does not share /);
});
