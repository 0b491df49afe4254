import { describeJourney } from '@site/release-core/checks/journeys';
import { describePair } from '@site/release-core/checks/pairs';
import type { CommonInput } from '@site/release-core/wire/protocol';
import { type Caller, execute, requireSiteCommand } from './execute';
import { createQueue, type Limits } from './limits';
import { ProblemError } from './problem-error';
import type { SiteAccess } from './queries';
import { type Call, type Reply, receiveJson } from './request';
import { requireRight } from './rights';

export interface ServedSiteAccess extends SiteAccess {
  readonly onChange?: () => void;
}

// No browser runs here.
const runChecks: Caller['runChecks'] = async ({ pairs, journeys }) => {
  const list = [...pairs.map(describePair), ...journeys.map(describeJourney)].join(', ');
  const missing = journeys.map(({ owner, journey }) => ({ ...owner, journey: journey.name }));
  throw new ProblemError('not-checked', `Check ${list} in a browser and send the record.`, {
    pairs,
    journeys: missing,
  });
};

/** Runs one command per grant at a time, so that its changes do not race and no grant occupies the machine. */
export function commandRunner(access: ServedSiteAccess, limits: Limits) {
  const inTurn = createQueue(limits.commandsAtOnce);
  return async (call: Call): Promise<Reply> => {
    const { grant } = call;
    const [name = ''] = call.words;
    const { right, load } = requireSiteCommand(name);
    if (right) requireRight(grant, right, []);
    const body = await receiveJson(call, call.limits.commandBytes);
    const isQuery = 'read' in load();
    const run = () => execute(access, { who: grant.to, grant, runChecks }, { name, body });
    const json = await inTurn(grant.id, run);
    const answer = { json };
    if (isQuery) return { status: 200, body: answer };
    const { words, isDry } = body as CommonInput;
    if (!isDry) access.onChange?.();
    return { status: 200, body: answer, did: [name, ...words, ...(isDry ? ['(dry run)'] : [])].join(' ') };
  };
}
