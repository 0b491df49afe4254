import type { CheckRun } from '@site/release-core/changes/gate';
import { describePair } from '@site/release-core/checks/pairs';
import { UserError } from '@site/release-core/user-error';
import type { ChecksRequest } from '@site/release-core/wire/wire';
import { NoBrowserError } from './browser';
import { checkPairs } from './check-pairs';

/** @throws UserError when a page does not work, or without a browser */
export async function runChecks(run: CheckRun): Promise<ChecksRequest> {
  const names = run.pairs.map(describePair).join(', ');
  console.error(`── check in a browser: ${names}`);
  const since = performance.now();
  const checked = await checkPairs(run).catch((cause: unknown) => {
    if (!(cause instanceof NoBrowserError)) throw cause;
    throw new UserError(`${cause.message} Nothing was changed: ${names} is not checked; ${ANYWAY}.`, { cause });
  });
  if (checked.problems.length > 0) {
    throw new UserError(
      `${checked.problems.join('\n')}\nNothing was changed: correct this and publish again; ${ANYWAY}.`,
    );
  }
  return { pairs: checked.pairs, durationMs: Math.round(performance.now() - since) };
}

const ANYWAY = 'to activate it all the same, add --unchecked --why "…"';
