import { array, mixed, type ObjectShape, object, string, ValidationError } from 'yup';
import type { Build, HotBuild } from './build';

/** Names the key of a `build.json` that is missing or has another form. */
export class BuildError extends Error {
  override name = 'BuildError';
}

const text = () => string().strict().defined();
const name = () => text().min(1, ({ path }) => `"${path}" is empty`);
const texts = () => array(text()).strict().defined();
const described = <T extends ObjectShape>(fields: T) => object(fields).strict().required();

const routes = array(described({ name: name(), path: name(), module: name(), title: text(), description: text() }))
  .strict()
  .defined();
const hotFields = { id: name(), entry: name(), container: text(), routes };

const isLists = (value: unknown): value is Record<string, string[]> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'));

const hotBuild = described(hotFields);
const build = described({
  ...hotFields,
  requires: described({ react: name(), sharedUi: texts(), host: texts() }),
  pageFiles: mixed({ type: 'list of files by module', check: isLists }).required(),
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
