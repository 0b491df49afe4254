import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { UserError } from '@site/release-core/user-error';

interface Results {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
}

/**
 * Runs Jest, and prints what it says of a failure to stderr.
 * @throws UserError, which names the test instead for a text that a page no longer has
 */
export async function runTests(root: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), '--json', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A failing test of a page would print all of it, hundreds of lines above what was expected.
    env: { DEBUG_PRINT_LIMIT: '500', ...process.env },
  });
  const [json, printed, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code === 0) return;
  const failures = failuresIn(json);
  const quoted = failures.map(describeQuote);
  if (failures.length === 0 || quoted.includes(undefined)) process.stderr.write(printed);
  const reasons = [...new Set(quoted.filter((sentence) => sentence !== undefined))];
  throw new UserError([...reasons, 'Nothing was published: correct the errors above, then publish again.'].join('\n'));
}

/** Empty when Jest could not begin. A file that cannot be run has a message and no results. */
function failuresIn(json: string): string[] {
  if (!json.startsWith('{')) return [];
  return (JSON.parse(json) as Results).testResults.flatMap(({ message, assertionResults }) => {
    const failures = assertionResults.flatMap(({ failureMessages }) => failureMessages);
    return failures.length > 0 || message === '' ? failures : [message];
  });
}

const MISSING =
  /Unable to find an? (?:accessible )?(?:element|label) with the (?:role "[^"]*" and name|[a-z ]+:) (.+?)(?:\.?$|\. This could be)/m;
const PLACE = /[^/\\\s(]+\.test\.tsx?:\d+/;

/** « … » is quoted by booking-page.test.tsx:41; undefined for any other failure. */
export function describeQuote(failure: string): string | undefined {
  const [, missing] = MISSING.exec(failure) ?? [];
  const [place] = PLACE.exec(failure) ?? [];
  return missing && place && `«\u202f${missing.replaceAll(/^["`]|["`]$/g, '')}\u202f» is quoted by ${place}.`;
}
