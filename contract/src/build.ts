import { array, boolean, type ISchema, mixed, type ObjectShape, object, string, ValidationError } from 'yup';
import { isRoutePath, PRIVATE_PATH } from './addresses';
import type { BackendCalls } from './backend-calls';
import type { PageModule, Site } from './host';
import type { PageData } from './page-data';
import type { ActiveRelease, ReleaseIndex } from './release-index';
import type { RemoteRoute } from './routes';

/** File in which the bundler describes a build, in the folder of the client files. */
export const BUILD_FILE = 'build.json';

/** Description of a build by a development server. */
export interface HotBuild {
  /** `<version>-<contenthash>`; `dev` for a hot build. */
  readonly id: string;
  /** File name of the script that starts the release. */
  readonly entry: string;
  /** Name of the federation container, a global variable; empty for the shell. */
  readonly container: string;
  readonly routes: readonly RemoteRoute[];
  /** See `RemoteContract`. */
  readonly private?: true | undefined;
  /** Present in a hot build for a live site, whose shell may differ from the working copy's. */
  readonly requires?: Requirements | undefined;
}

/** Description of a build that can be published. */
export interface Build extends HotBuild {
  readonly requires: Requirements;
  /** Scripts that each page needs besides the entry, by the name of the page's module. */
  readonly pageFiles: Readonly<Record<string, readonly string[]>>;
  /** Source files of the build, relative to the workspace's root; without third-party packages. */
  readonly sources: readonly string[];
  /** Types that a remote requires, or all types that a shell can offer. */
  readonly types: DeclaredTypes;
}

/** Type declarations at the time of the build, by name. */
export interface DeclaredTypes {
  readonly sharedUi: Readonly<Record<string, DeclaredType>>;
  readonly host: Readonly<Record<string, DeclaredType>>;
}

export interface DeclaredType {
  /** Changes with the meaning of the declaration or of any that it uses, and with a third-party package's version. */
  readonly hash: string;
  /** The declaration, our own declarations that it uses, and third-party packages with their versions. */
  readonly text: string;
}

/** What a package's code requires of its shell and of the site's backend. */
export interface Requirements {
  /** Semantic version range. */
  readonly react: string;
  /** Names imported from shared-ui. */
  readonly sharedUi: readonly string[];
  /** Members read from `host`. */
  readonly host: readonly string[];
  readonly backend: BackendCalls;
}

/** A `build.json` is invalid; the message names the key. */
export class BuildError extends Error {
  override name = 'BuildError';
}

const text = () => string().strict().defined();
const name = () => text().min(1, ({ path }) => `"${path}" is empty`);
const texts = () => array(text()).strict().defined();
const described = <T extends ObjectShape>(fields: T) => object(fields).strict().required();

const routeName = () =>
  text().matches(
    /^[a-z][A-Za-z0-9]*$/,
    ({ path, value }) => `"${path}" is ${JSON.stringify(value)}: a name is letters and digits, as in "cookiePolicy"`,
  );
const routePath = () =>
  text().test(
    'route path',
    ({ path, value }) =>
      `"${path}" is ${JSON.stringify(value)}: a path is lower-case words as in "/a-page", and the server reserves some`,
    (path) => isRoutePath(path, true),
  );

const onlyTrue = () => boolean().strict().isTrue() as ISchema<true | undefined>;
const route = {
  name: routeName(),
  path: routePath(),
  module: name(),
  title: text(),
  description: text(),
  noindex: onlyTrue(),
};
const routes = array(described(route)).strict().defined();
const hasOwnPaths = ({ routes: all, private: isOwn }: { routes?: { path?: unknown }[]; private?: true }) =>
  isOwn === true || !(all ?? []).some(({ path }) => String(path).startsWith(PRIVATE_PATH));
const withOwnPaths = <T extends ObjectShape>(fields: T) =>
  described(fields).test('own paths', `"routes" has ${PRIVATE_PATH}, which belongs to the private part`, (value) =>
    hasOwnPaths(value as Parameters<typeof hasOwnPaths>[0]),
  );
const hotFields = { id: name(), entry: name(), container: text(), routes, private: onlyTrue() };

const isLists = (value: unknown): value is Record<string, string[]> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((list) => Array.isArray(list) && list.every((entry) => typeof entry === 'string'));

const isTypes = (value: unknown) =>
  isRecord(value) && [value.sharedUi, value.host].every((of) => isRecord(of) && Object.values(of).every(isType));
const isType = (value: unknown) => isRecord(value) && typeof value.hash === 'string' && typeof value.text === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const lists = () => mixed({ type: 'lists of names', check: isLists }).required();
const requirements = {
  react: name(),
  sharedUi: texts(),
  host: texts(),
  backend: described({ tables: lists(), functions: lists() }),
};
const hotBuild = withOwnPaths({ ...hotFields, requires: object(requirements).strict().default(undefined) });
const build = withOwnPaths({
  ...hotFields,
  requires: described(requirements),
  pageFiles: lists(),
  sources: texts(),
  types: mixed<DeclaredTypes>((value): value is DeclaredTypes => isTypes(value)).required(),
});

/** Reads the `build.json` of a hot build. @throws BuildError */
export const readHotBuild = (source: string): HotBuild => refuse(() => hotBuild.validateSync(JSON.parse(source)));

/** Reads the `build.json` of a finished build. @throws BuildError */
export const readBuild = (source: string): Build => refuse(() => build.validateSync(JSON.parse(source)));

function refuse<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ValidationError) throw new BuildError(cause.message, { cause });
    if (cause instanceof SyntaxError) throw new BuildError('it is not valid JSON', { cause });
    throw cause;
  }
}

/** A file that is served at the site's root: a text, or one of the shell's client files. */
export type RootFile = { readonly path: string; readonly contentType: string } & (
  | { /** Name of the client file. */ readonly file: string }
  | { readonly text: string }
);

/** The shell's script, which the page loads. */
export interface ShellScript {
  readonly url: string;
  /** sha384, in the form of the `integrity` attribute. */
  readonly integrity: string;
}

export interface RenderRequest extends PageData {
  /** A route's path, or any other path for the 404 page. */
  readonly path: string;
  readonly script: ShellScript;
  /** Addresses of the route's scripts, which the page prefetches. */
  readonly ahead: readonly string[];
  /** Returns the evaluated module of a route's page. */
  readonly load: (release: ActiveRelease, route: RemoteRoute) => PageModule;
}

/** Exports of the shell's Node build. Members are only ever added: a rollback calls stored builds again. */
export interface ShellBuild {
  /** Modules that a remote's Node build may require, by name. */
  readonly shared: Readonly<Record<string, unknown>>;
  readonly render: (request: RenderRequest) => Promise<string>;
  readonly rootFiles: (site: Site, scriptUrl: string, index: ReleaseIndex) => readonly RootFile[];
  /** Names of the members of `host`. */
  readonly hostMembers: readonly string[];
  /** Names of the routes without which the shell cannot render a page. */
  readonly routeNames: readonly string[];
}
