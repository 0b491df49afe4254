import { parseRelease } from '@site/release-core/changes/arguments';
import { requireState } from '@site/release-core/changes/decide';
import { findUnchecked, newPairs } from '@site/release-core/compose/pair-checks';
import * as v from 'valibot';
import { runChecks } from '../check/check-pairs';
import { otherForm, parseAnswer, printable, SiteProblem } from '../client/answers';
import { readSeq, type Site } from '../client/site';
import { sendChecks } from '../client/transfer-release';
import { type Answer, type Command, nameOf, type Options } from '../command/command';

interface Running {
  readonly root: string;
  readonly site: Site;
  readonly options: Options;
}

/** Checks are repeated when another team activates another shell meanwhile. */
const MOST_CHECKS = 3;

const answer = v.looseObject({ json: v.unknown() });

/** When the site refuses a command as unchecked, checks the pairs here and repeats the command. */
export async function runOnSite(command: Command, running: Running, words: readonly string[]): Promise<Answer> {
  const { site, options } = running;
  const seq = command.isReadOnly ? undefined : await readSeq(site);
  const body = requestOf(command, { options, words }, seq);
  const isRepeatable = Boolean(command.isReadOnly || options.isDry);
  for (let checks = 0; ; checks += 1) {
    try {
      const reply = await site.call({ method: 'POST', path: `commands/${nameOf(command)}`, body, isRepeatable });
      const { json } = parseAnswer(answer, reply, site.origin);
      return readingOf(site, () => wordOf(command, json, { options, words }));
    } catch (error) {
      const isUnchecked = error instanceof SiteProblem && error.word === 'not-checked';
      if (!isUnchecked || checks === MOST_CHECKS) throw error;
    }
    await checkHere(running, words);
  }
}

interface Asked {
  readonly options: Options;
  readonly words: readonly string[];
}

function wordOf(command: Command, answer: unknown, { options, words }: Asked): Answer {
  const { elsewhere } = command;
  if (!elsewhere) throw new Error(`${nameOf(command)} describes no answer of a site.`);
  const { text, ...rest } = elsewhere.describe(answer, options, words);
  return { text: printable(text), ...rest };
}

/** @throws UserError when the answer lacks what this version words */
function readingOf({ origin }: Site, word: () => Answer): Answer {
  try {
    return word();
  } catch (cause) {
    throw otherForm(origin, cause);
  }
}

/** Omits what was not given: the site has its own defaults. */
function requestOf({ elsewhere }: Command, { options, words }: Asked, seq: number | undefined): object {
  const { why, isDry } = options;
  const input = Object.entries({ why, seq, isDry, ...elsewhere?.input(options) });
  const isGiven = (value: unknown) => Boolean(Array.isArray(value) ? value.length : value) || value === 0;
  return { words, ...Object.fromEntries(input.filter(([, value]) => isGiven(value))) };
}

async function checkHere({ site }: Running, words: readonly string[]) {
  const { store } = site;
  const { releases: current, data } = requireState(await store.readIndex());
  const chosen = words.map(parseRelease).map(({ name, id }) => [name, { active: id, previous: [], revoked: [] }]);
  const releases = { ...current, ...Object.fromEntries(chosen) };
  const pairs = await findUnchecked(store, newPairs(current, releases));
  if (pairs.length > 0) await sendChecks(site, await runChecks({ store, releases, data, pairs }));
}
