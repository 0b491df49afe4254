import { availableParallelism } from 'node:os';
import { releaseBase } from '@site/contract/addresses';
import { loadableRelease } from '@site/contract/release-index';
import * as v from 'valibot';
import { mapConcurrently } from '../concurrency';
import { runInSandbox, type SandboxAnswer, type SandboxJob, type SandboxRequest } from '../sandbox/run-in-sandbox';
import { type Offers, offers, type Release } from '../store/release';
import { NOT_FOUND } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { ComposeError, checkPage, parseRootFiles } from './page-rules';
import { ownerOf, type ReleaseSet, ROOT_FILES } from './release-set';
import type { TemplateRequest } from './templates';

const ANY_UNKNOWN_PATH = '/404';

export async function renderTemplates(
  store: Store,
  releases: ReleaseSet,
  { data, indexOf, wanted }: TemplateRequest,
): Promise<ReadonlyMap<string, string>> {
  const paths = wanted.map((path) => (path === NOT_FOUND ? ANY_UNKNOWN_PATH : path));
  const pages = await renderPages(store, releases, { data, indexOf, wanted: paths });
  const texts = new Map(pages.map((page) => [page.path, validText(page, releases)]));
  return new Map(wanted.map((path) => [path, texts.get(path === NOT_FOUND ? ANY_UNKNOWN_PATH : path) ?? '']));
}

function validText({ path, owner, answer }: RenderedPage, { shell }: ReleaseSet): string {
  const page = { path, owner: `${owner.name}@${owner.id}` };
  if ('failure' in answer) throw new ComposeError(page, `cannot be rendered: ${answer.failure}`);
  if (path !== ROOT_FILES) checkPage(page, answer.text);
  else parseRootFiles(answer.text, shell);
  return answer.text;
}

/** Each process may take 1 GB, of which Node 24 and later only reserve more than half. */
const PROCESSES_AT_ONCE = Math.min(availableParallelism(), 3);

interface RenderedPage {
  readonly path: string;
  readonly owner: Release;
  /** HTML, or the root files as JSON. It is untrusted. */
  readonly answer: SandboxAnswer;
}

/** Renders each remote in its own process with the shell's code, so that none can change another one's pages. */
async function renderPages(
  store: Store,
  releases: ReleaseSet,
  { data, indexOf, wanted }: TemplateRequest,
): Promise<readonly RenderedPage[]> {
  const { shell } = releases;
  const { entry: url, integrity } = loadableRelease(shell);
  const source = (await store.readNodeFile(shell, 'render.js')).toString();
  const common = { shell: shellFile(shell, source), script: { url, integrity } };
  const owners = [...new Set(wanted.map((path) => ownerOf(releases, path)))];

  const render = async (owner: Release): Promise<readonly RenderedPage[]> => {
    const own = wanted.filter((path) => ownerOf(releases, path) === owner);
    const shared = { ...common, data: { ...data, index: indexOf(owner) } };
    const jobs = own.map((path) => jobFor(owner, path));
    const request =
      owner === shell ? { ...shared, jobs } : { ...shared, ...(await readModules(store, owner, jobs)), jobs };
    const answers = await runInSandbox(request);
    return own.flatMap((path, at) => (answers[at] ? [{ path, owner, answer: answers[at] }] : []));
  };
  return (await mapConcurrently(owners, PROCESSES_AT_ONCE, render)).flat();
}

const shellFile = (shell: Pick<Release, 'name' | 'id'>, source: string): SandboxRequest['shell'] => ({
  filename: `shell@${shell.id}/render.js`,
  base: baseOf(shell),
  source,
});

const baseOf = ({ name, id }: Pick<Release, 'name' | 'id'>) => releaseBase(name, id);

function jobFor(release: Release, path: string): SandboxJob {
  if (path === ROOT_FILES) return { kind: 'rootFiles' };
  const route = release.routes.find((one) => one.path === path);
  if (!route) return { kind: 'page', path, ahead: [] };
  return { kind: 'page', path, ahead: scriptsOf(release, route.module), module: route.module };
}

async function readModules(store: Store, release: Release, jobs: readonly SandboxJob[]) {
  const names = new Set(jobs.flatMap((job) => ('module' in job && job.module ? [job.module] : [])));
  const read = async (name: string) => {
    const source = (await store.readNodeFile(release, `${name}.js`)).toString();
    return [name, { filename: `${release.name}@${release.id}/${name}.js`, source }] as const;
  };
  return { base: baseOf(release), modules: Object.fromEntries(await Promise.all([...names].map(read))) };
}

function scriptsOf(remote: Release, module: string): readonly string[] {
  // A module may have a name that every object has, as a page « constructor ».
  const files = Object.hasOwn(remote.pageFiles, module) ? remote.pageFiles[module] : [];
  return [remote.entry, ...(files ?? [])].map((file) => baseOf(remote) + file);
}

export async function readOffers(render: Buffer, id: string): Promise<Offers> {
  const shell = { name: 'shell', id };
  const request = { shell: shellFile(shell, render.toString()), jobs: [{ kind: 'offers' as const }] };
  const [answer = { failure: 'it did not answer' }] = await runInSandbox(request);
  if ('failure' in answer) throw new UserError(`The code of shell@${id} cannot be evaluated: ${answer.failure}.`);
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), offers), answer.text);
  if (success) return output;
  throw new UserError(`shell@${id} does not list what it offers in the form of ShellBuild: build it again.`);
}
