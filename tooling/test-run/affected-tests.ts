import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A change can break these: suites of Jest and specs of Playwright, by their paths from the root. */
interface AffectedTests {
  readonly suites: readonly string[];
  readonly specs: readonly string[];
  /** Remotes that cannot be broken: specs that are tagged with one of them need not run. */
  readonly intactRemotes: readonly string[];
}

interface Workspace {
  readonly suites: readonly string[];
  /** The folders that each spec can find broken, by its file name without `.spec.ts`. */
  readonly foldersOfSpecs: Readonly<Record<string, readonly string[]>>;
}

/** Reads the folders of each spec. `remote-*` stands for every remote that visitors see, also for one that is added. */
export function readFoldersOfSpecs(root: string): Workspace['foldersOfSpecs'] {
  const visible = readdirSync(root).filter((name) => /^remote-(?!owner$)/.test(name));
  const folders: Workspace['foldersOfSpecs'] = JSON.parse(
    readFileSync(join(root, 'e2e/folders-of-specs.json'), 'utf8'),
  );
  const expanded = Object.entries(folders).map(([spec, folders]) => [
    spec,
    folders.flatMap((name) => (name === 'remote-*' ? visible : [name])),
  ]);
  return Object.fromEntries(expanded);
}

/** Suites that use files without an import: they start programs, read data or copy what a build has made. */
const UNIMPORTED: readonly (readonly [changed: RegExp, suites: RegExp])[] = [
  [/^backend\/bin\//, /^backend\/tests\//],
  [/^release\/\w+\/src\/bin\//, /^release\/(cli|dev)\/tests\//],
  [/^supabase\/migrations\//, /^(backend|supabase)\//],
  [/^(shell|shared-ui(\/forms)?|remote-\w+)\/src\//, /^release\/dev\/tests\/composed-site/],
  // Tests of documents and of the workspace's files.
  [/./, /^tooling\/(documents|workspace)/],
  // Every part has a workflow and code owners.
  [/^(\.github\/|remote-[^/]+\/package\.json$)/, /\/workflows\.test\.ts$/],
];

const folderOf = (path: string) =>
  /^(release\/[^/]+|backend\/(?:caller-tests|terminal)|shared-ui\/forms|[^/]+)\//.exec(path)?.[1] ?? '';
const isSuite = (path: string) => /\.test\.tsx?$/.test(path);
const isSource = (path: string) => !/\.test\.tsx?$|\/(tests|testing)\/|^(e2e|bench|backend\/caller-tests)\//.test(path);

/**
 * @param changed files
 * @param affected modules among them, and all that import one of these, directly or not
 */
export function findAffectedTests(
  changed: readonly string[],
  affected: readonly string[],
  workspace: Workspace,
): AffectedTests {
  const touched = [...new Set([...changed, ...affected])];
  const unimported = changed.filter((file) => !affected.includes(file) && !isSuite(file));
  const isAffected = (suite: string) =>
    touched.includes(suite) ||
    // No import leads to such a file, so the whole package may depend on it.
    unimported.some((file) => folderOf(file) !== '' && folderOf(file) === folderOf(suite)) ||
    UNIMPORTED.some(([pattern, suites]) => suites.test(suite) && touched.some((file) => pattern.test(file)));
  const folders = new Set(touched.filter(isSource).map(folderOf));
  const specs = Object.entries(workspace.foldersOfSpecs)
    .filter(
      ([name, covered]) => touched.includes(`e2e/${name}.spec.ts`) || covered.some((folder) => folders.has(folder)),
    )
    .map(([name]) => `e2e/${name}.spec.ts`);
  const remotes = new Set(Object.values(workspace.foldersOfSpecs).flat());
  // The shell is around every page, and a changed spec is run whole.
  const affectsAll = folders.has('shell') || touched.some((file) => file.startsWith('e2e/'));
  const isIntact = (name: string) => name.startsWith('remote-') && !affectsAll && !folders.has(name);
  return { suites: workspace.suites.filter(isAffected), specs, intactRemotes: [...remotes].filter(isIntact) };
}

export const filesOfEveryTest = (changed: readonly string[]) =>
  changed.filter((file) =>
    /^(package\.json|pnpm-|jest\.config|tsconfig\.base|tooling\/(patches|jest|test-))/.test(file),
  );

/** Everything that the root's script `layers` checks, as arguments of dependency-cruiser. */
export function readLayersFolders(scripts: { readonly layers: string }): string {
  const [, folders] = /&& depcruise (.+)$/.exec(scripts.layers) ?? [];
  if (!folders) throw new Error('The script "layers" names no folders.');
  return folders;
}
