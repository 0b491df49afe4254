import { isRoutePath } from '@site/contract/addresses';
import { isId, isName, type ReleaseName } from '../store/keys';
import { UserError } from '../user-error';

export const describeAll = (names: readonly string[], state: string) =>
  `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} ${state}.`;

export function parseReleaseName(word = ''): ReleaseName {
  const [name = '', id = '', ...more] = word.replace(/^remote-/, '').split('@');
  if (isName(name) && isId(id) && more.length === 0) return { name, id };
  throw new UserError(
    `${JSON.stringify(word)} is not a release: write it as booking@1.0.0-ab12cd34ef ("npx pnpm release status" lists them).`,
  );
}

export function parseName(word = ''): string {
  const name = word.replace(/^remote-/, '');
  if (isName(name)) return name;
  throw new UserError(
    `${JSON.stringify(word)} is not a name: write it as booking ("npx pnpm release status" lists the names).`,
  );
}

export function parseId(flag: string, id: string | undefined): string | undefined {
  if (id === undefined || isId(id)) return id;
  throw new UserError(
    `--${flag} is ${JSON.stringify(id)}: write it as 1.0.0-ab12cd34ef ("npx pnpm release status" lists them).`,
  );
}

export function parsePath(flag: string, path: string): string {
  if (isRoutePath(path, true)) return path;
  throw new UserError(`--${flag} is ${JSON.stringify(path)}: write a path of this site, as in /booking.`);
}

const LONGEST_WHY = 500;

export function parseWhy(text: string): string {
  if (text.length <= LONGEST_WHY && !/\p{Cc}/u.test(text)) return text;
  throw new UserError(`--why is one line of at most ${LONGEST_WHY} characters, without control characters.`);
}

export function requireDistinct(parts: readonly { readonly name: string }[]) {
  const twice = parts.find(({ name }, at) => parts.findIndex((one) => one.name === name) < at);
  if (twice) throw new UserError(`${twice.name} is named twice: choose one of its releases.`);
}
