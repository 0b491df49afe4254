import { parsePath, parseWhy } from '@site/release-core/changes/names';
import { UserError } from '@site/release-core/user-error';
import type { Options } from '../commands/command';
import { readWho } from '../commands/who';
import type { Typed } from './read-arguments';

/** @throws UserError for an invalid value of a flag */
export async function readOptions({ values, to }: Typed, root: string): Promise<Options> {
  return {
    why: parseWhy(values.why ?? ''),
    who: await readWho(values.as, root),
    isUnchecked: values.unchecked ?? false,
    accept: values.accept ?? [],
    isDirtyAllowed: values['allow-dirty'] ?? false,
    to,
    from: values.from,
    change: values.change === undefined ? undefined : readCount('change', values.change),
    retire: (values.retire ?? []).map((path) => parsePath('retire', path)),
    redirect: (values.redirect ?? []).map((path) => parsePath('redirect', path)),
    keep: readCount('keep', values.keep ?? '10'),
    days: readCount('days', values.days ?? '30'),
    name: values.name,
    since: values.since,
    limit: values.limit,
    isDry: values['dry-run'] ?? false,
    isDraft: values.draft ?? false,
    may: values.may,
    until: values.until,
    oidc: values.oidc,
    claim: values.claim ?? [],
  };
}

function readCount(flag: string, text: string) {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new UserError(`--${flag} is "${text}": give a number.`);
}
