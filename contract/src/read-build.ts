import { array, boolean, type ISchema, mixed, type ObjectShape, object, string, ValidationError } from 'yup';
import { isRoutePath, PRIVATE_PATH } from './addresses';
import type { Build, DeclaredTypes, HotBuild } from './build';

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
