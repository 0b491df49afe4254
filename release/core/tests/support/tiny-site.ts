import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEDERATION_FORMAT } from '@site/contract/build';
import type { Site } from '@site/contract/host';
import type { SiteData } from '@site/contract/page-data';
import type { RemoteRoute } from '@site/contract/routes';
import {
  type ChangeContext,
  type ChangeDefinition,
  type ChangeResult,
  changeSite,
  makeChange,
} from '../../src/changes/change';
import { decideActivation, decideComposition } from '../../src/changes/decide';
import { decideHold } from '../../src/changes/hold-revoke-deactivate';
import { decideRollback, rollBackAutomatically } from '../../src/changes/roll-back';
import { integrityOf, sha256 } from '../../src/integrity';
import { readRequired } from '../../src/store/blobs';
import { type ReleaseName, renderedKey } from '../../src/store/keys';
import type { Release } from '../../src/store/release';
import type { Revision } from '../../src/store/revision';
import type { Store } from '../../src/store/store';
import { findRendered, keepRendered, memoryStore } from './memory-store';

export interface BuiltRelease {
  readonly release: Release;
  readonly client: ReadonlyMap<string, Buffer>;
  readonly node: ReadonlyMap<string, Buffer>;
  readonly maps?: ReadonlyMap<string, Buffer>;
}

const render = readFileSync(join(import.meta.dirname, 'tiny-shell.cjs'), 'utf8');

export const tinyData: SiteData = {
  site: { product: 'Une journée', origin: '' } as Site,
  backend: { url: '', anonKey: 'example-key' },
  composedOn: '2026-11-21',
};

export const routeTo = (path: string, name = path.slice(1) || 'home'): RemoteRoute => ({
  name,
  path,
  module: `${name}-page`,
  title: name,
  description: '',
});

export const tinyShell = (id = '1.0.0-s1', changes: Partial<Release> = {}): BuiltRelease => {
  const offers = {
    react: '19.3.1',
    sharedUi: ['Button', 'Heading'],
    host: ['navigate', 'site'],
    routes: ['home'],
  } as const;
  const description = { name: 'shell', id, entry: 'main.js', container: '', offers, ...changes };
  return artifact(description, { 'main.js': `shell(${id})` }, { 'render.js': render });
};

/** A remote whose pages contain the name of their release and one of its pictures. */
export function tinyRemote(name: string, id = '1.0.0-a', changes: Partial<Release> = {}): BuiltRelease {
  const routes = changes.routes ?? [routeTo(name === 'landing' ? '/' : `/${name}`)];
  const page = `exports.Page = () => '<h1>${name} ${id}</h1><img src="' + __release_base__ + 'picture.svg">';`;
  return artifact(
    { name, id, container: `${name}_${id}`, ...changes, routes },
    { 'remoteEntry.js': `${name}(${id})`, 'picture.svg': '<svg/>' },
    Object.fromEntries(routes.map((route) => [`${route.module}.js`, page])),
  );
}

export const tinyPrivate = (id = '1.0.0-a', changes: Partial<Release> = {}): BuiltRelease =>
  tinyRemote('owner', id, { routes: [routeTo('/espace', 'ownerSpace')], private: true, ...changes });

export function withMap(artifact: BuiltRelease, map: string | Buffer = 'a source map'): BuiltRelease {
  const { entry } = artifact.release;
  const content = Buffer.from(map);
  const release = { ...artifact.release, maps: { [entry]: integrityOf(content) } };
  return { ...artifact, release, maps: new Map([[entry, content]]) };
}

type Contents = Readonly<Record<string, string | Buffer>>;

export function withFiles(
  artifact: BuiltRelease,
  { client = {}, node = {} }: { readonly client?: Contents; readonly node?: Contents },
): BuiltRelease {
  const { release } = artifact;
  const [ofClient, ofNode] = [buffersOf(client), buffersOf(node)];
  const files = { ...release.files, ...hashesOf(ofClient) };
  const nodeFiles = { ...release.nodeFiles, ...hashesOf(ofNode) };
  return {
    ...artifact,
    release: { ...release, files, nodeFiles },
    client: new Map([...artifact.client, ...ofClient]),
    node: new Map([...artifact.node, ...ofNode]),
  };
}

const buffersOf = (contents: Contents) =>
  new Map(Object.entries(contents).map(([file, content]) => [file, Buffer.from(content)]));
const hashesOf = (contents: ReadonlyMap<string, Buffer>) =>
  Object.fromEntries([...contents].map(([file, content]) => [file, integrityOf(content)]));

export const withJourneys = (artifact: BuiltRelease, journeys: Readonly<Record<string, object>>): BuiltRelease =>
  withFiles(artifact, { node: { 'journeys.json': JSON.stringify(journeys) } });

export async function addAll(store: Store, artifacts: readonly BuiltRelease[]) {
  for (const { release, client, node, maps } of artifacts) {
    await store.addMaps(release, maps);
    await store.addRelease(release, client, node);
  }
}

const smallest = () => [tinyShell(), tinyRemote('landing'), tinyRemote('booking')];

export async function tinyStore(artifacts: readonly BuiltRelease[] = smallest()): Promise<Store> {
  const store = memoryStore();
  await openTinySite(store, artifacts);
  return store;
}

export async function openTinySite(store: Store, artifacts: readonly BuiltRelease[] = smallest()): Promise<Revision> {
  await addAll(store, artifacts);
  // The same releases start no second sandbox.
  const site = sha256(JSON.stringify(artifacts.map(({ release }) => release)));
  const rendered = findRendered(site);
  for (const [key, template] of rendered ? parseTemplates(rendered) : []) await store.blobs.add(key, template);
  const lines = artifacts.map(({ release: { name, id } }) => [name, { active: id, previous: [], revoked: [] }]);
  const changed = await changeSite(store, '', async (current) =>
    decideComposition(current, 'start', { releases: Object.fromEntries(lines), data: tinyData }),
  );
  if (!changed) throw new Error('The store was not empty.');
  if (!rendered) keepRendered(site, JSON.stringify(await readTemplates(store)));
  return changed.revision;
}

type Template = readonly [key: string, text: string];

const parseTemplates = (json: Buffer): readonly Template[] => JSON.parse(json.toString());

async function readTemplates({ blobs }: Store): Promise<readonly Template[]> {
  const keys = (await blobs.list(renderedKey(''))).map(renderedKey);
  return Promise.all(keys.map(async (key) => [key, (await readRequired(blobs, key)).toString()] as const));
}

function artifact(changes: Partial<Release>, client: Contents, node: Contents): BuiltRelease {
  const bytes = Object.values(client).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const release = exampleRelease({ size: { bytes, brotli: bytes } });
  const types = { 'types.json': '{"sharedUi":{},"host":{}}' };
  const built = withFiles({ release, client: new Map(), node: new Map() }, { client, node: { ...types, ...node } });
  return { ...built, release: { ...built.release, ...changes } };
}

export const requiring = (requires: Partial<Release['requires']>): Pick<Release, 'requires'> => ({
  requires: { react: '^19.0.0', sharedUi: [], host: [], backend: { tables: {}, functions: {} }, ...requires },
});

export const offering = (offers: Partial<NonNullable<Release['offers']>>): Required<Pick<Release, 'offers'>> => ({
  offers: { react: '19.3.1', sharedUi: [], host: ['site'], routes: ['home'], ...offers },
});

export const exampleRelease = (changes: Partial<Release> = {}): Release => ({
  name: 'booking',
  id: '1.0.0-a',
  version: '1.0.0',
  entry: 'remoteEntry.js',
  container: 'booking_a',
  routes: [],
  files: {},
  nodeFiles: {},
  size: { bytes: 0, brotli: 0 },
  pageFiles: {},
  sources: [],
  ...requiring({ federation: FEDERATION_FORMAT }),
  source: '',
  commit: '',
  publishedAt: '2026-11-21T08:00:00.000Z',
  ...changes,
});

/** Lifts the holds of earlier rollbacks. */
export const activateReleases = (store: Store, ...chosen: readonly ReleaseName[]): Promise<ChangeResult | null> =>
  changeSite(store, '', (current) => decideActivation(store, current, { chosen, isResuming: true }));

export async function activateNew(store: Store, artifact: BuiltRelease): Promise<ChangeResult> {
  const { name, id } = artifact.release;
  await addAll(store, [artifact]);
  const changed = await activateReleases(store, { name, id });
  if (!changed) throw new Error('It was active already.');
  return changed;
}

const GIVEN = { why: '', who: 'Camille Martin', isDry: false, accept: [], retire: [], redirect: [] };

export const makeOn = (
  { store, runChecks = needless }: Pick<ChangeContext, 'store'> & Partial<ChangeContext>,
  change: ChangeDefinition,
  { words, ...asked }: { readonly words: readonly string[]; readonly [option: string]: unknown },
) => makeChange(change, { store, options: { ...GIVEN, ...asked }, runChecks, readData: needless }, words);

const needless = () => Promise.reject(new Error('Neither a browser nor site.json is needed here.'));

export const activateWatched = (store: Store, ...chosen: readonly ReleaseName[]): Promise<ChangeResult | null> =>
  changeSite(store, '', (current) => decideActivation(store, current, { chosen, watchedDays: 3 }));

export const rollBack = (store: Store, name: string, to?: string): Promise<ChangeResult | null> =>
  changeSite(store, '', (current) => decideRollback(store, current, [{ name, to }]));

export const holdPart = (store: Store, name: string, why: string): Promise<ChangeResult | null> =>
  changeSite(store, why, (current) => decideHold(store, current, [name]));

export const rollBackAtFailures = (store: Store, seq: number, why: string): Promise<ChangeResult | null> =>
  rollBackAutomatically(store, seq, why);
