import { parseReleaseName } from '@site/release-core/changes/arguments';
import { readRetired } from '@site/release-core/changes/change';
import { decideActivation, requireState } from '@site/release-core/changes/decide';
import { missingChecks } from '@site/release-core/checks/journeys';
import * as v from 'valibot';
import { runChecks } from '../check/check-pairs';
import { otherForm, parseAnswer, SiteProblem, sanitizeLines } from '../client/answers';
import { readSeq, type SiteConnection } from '../client/site';
import { sendChecks } from '../client/transfer-release';
import type { CommandOutput } from '../command';

export interface Question {
  readonly name: string;
  readonly isReadOnly: boolean;
  readonly body: {
    readonly words: readonly string[];
    readonly isDry?: boolean;
    readonly retire?: string[];
    readonly redirect?: string[];
  };
}

const answer = v.looseObject({ json: v.unknown() });

/** When the site refuses a command as unchecked, checks the pairs here and repeats the command. */
export async function askSite(site: SiteConnection, { name, isReadOnly, body }: Question): Promise<unknown> {
  const seen = isReadOnly ? {} : { seq: await readSeq(site) };
  const call = {
    method: 'POST',
    path: `commands/${name}`,
    body: { ...body, ...seen },
    isRepeatable: isReadOnly || body.isDry === true,
  } as const;
  const ask = async () => parseAnswer(answer, await site.call(call), site.origin).json;
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SiteProblem) || error.word !== 'not-checked') throw error;
  }
  await checkHere(site, body);
  return ask();
}

async function checkHere(site: SiteConnection, { words, retire = [], redirect = [] }: Question['body']) {
  const { store } = site;
  const current = requireState(await store.readRevision());
  const activation = {
    chosen: words.map(parseReleaseName),
    retired: readRetired({ retire, redirect }),
    isResuming: true,
  };
  const next = await decideActivation(store, current, activation);
  const missing = next && (await missingChecks(store, current, next));
  if (missing) await sendChecks(site, await runChecks({ store, ...next, ...missing }));
}

export function wordAnswerOf({ origin }: SiteConnection, word: () => CommandOutput): CommandOutput {
  try {
    const { text, ...rest } = word();
    return { text: sanitizeLines(text), ...rest };
  } catch (cause) {
    throw otherForm(origin, cause);
  }
}
