import * as v from 'valibot';
import { isRoutePath, PRIVATE_PATH } from './addresses.ts';
import type { Build, HotBuild } from './build.ts';

/** The message names the key. */
export class BuildError extends Error {
  override name = 'BuildError';
}

const text = v.string();
const name = v.pipe(text, v.nonEmpty('is empty'));
const texts = v.array(text);
const lists = v.record(text, texts);
const types = v.record(text, v.looseObject({ hash: text, text }));
const onlyTrue = v.optional(v.literal(true));

const routeName = v.pipe(
  text,
  v.regex(
    /^[a-z][A-Za-z0-9]*$/,
    ({ input }) => `is ${JSON.stringify(input)}: a name is letters and digits, as in "cookiePolicy"`,
  ),
);
const routePath = v.pipe(
  text,
  v.check(
    (path) => isRoutePath(path, true),
    ({ input }) =>
      `is ${JSON.stringify(input)}: a path is lower-case words as in "/a-page", and the server reserves some`,
  ),
);

// Unknown keys are accepted: a later bundler may add some.
const route = v.looseObject({
  name: routeName,
  path: routePath,
  module: name,
  title: text,
  description: text,
  noindex: onlyTrue,
});
const requirements = v.looseObject({
  react: name,
  sharedUi: texts,
  host: texts,
  backend: v.looseObject({ tables: lists, functions: lists }),
  federation: v.optional(v.number()),
});
const hotFields = { id: name, entry: name, container: text, routes: v.array(route), private: onlyTrue };
const hotBuild = v.looseObject({ ...hotFields, requires: v.optional(requirements) });
const build = v.looseObject({
  ...hotFields,
  requires: requirements,
  pageFiles: lists,
  sources: texts,
  types: v.looseObject({ sharedUi: types, host: types }),
  journeys: v.optional(v.record(text, v.unknown())),
});

/** @throws BuildError */
export const readHotBuild = (source: string): HotBuild => read(hotBuild, source);

/** @throws BuildError */
export const readBuild = (source: string): Build => read(build, source);

function read<Read extends HotBuild>(schema: v.GenericSchema<unknown, Read>, source: string): Read {
  const { issues, output, typed } = v.safeParse(schema, parse(source), { message: describeType });
  if (typed && !output.private && output.routes.some(({ path }) => path.startsWith(PRIVATE_PATH)))
    throw new BuildError(`"routes" has ${PRIVATE_PATH}, which belongs to the private part`);
  if (issues) throw new BuildError(`"${keyOf(issues[0])}" ${issues[0].message}`);
  return output;
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new BuildError('it is not valid JSON', { cause });
  }
}

/** Writes keys and indexes as in `routes[0].path`. */
export const keyOf = ({ path }: Pick<v.BaseIssue<unknown>, 'path'>): string =>
  (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);

/** Completes a sentence that begins with the name of the key. */
export function describeType({ expected, received }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'is unknown';
  return received === 'undefined' ? 'is missing' : `must be of type ${expected}, not ${received}`;
}
