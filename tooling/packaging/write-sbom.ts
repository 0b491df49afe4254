import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

interface Sbom {
  readonly metadata: { readonly component: object };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
}

/** Packages whose production dependencies contain all that is packed. */
const PACKAGES = ['@site/server', '@site/release', '@site/backend', '@site/inbox'];

/** Lists what the artefact contains, as pnpm describes it. @throws Error that names a package which pnpm does not list */
export function writeSbom(root: string, file: string, contents: Readonly<Record<string, string>>): void {
  const filters = PACKAGES.flatMap((name) => ['--filter', name]);
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const args = [...filters, 'sbom', '--prod', '--lockfile-only', ...format, '--out', file];
  // On the path of a script that pnpm runs.
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
