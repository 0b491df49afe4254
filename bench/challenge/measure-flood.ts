import { randomUUID } from 'node:crypto';
import { encodeAnswer, parseChallenge } from '@site/shared-ui/backend';
import type { BackendUnderLoad } from '../load/backend-under-load';
import { type Caller, createCaller } from '../load/caller';
import { closedLoop } from '../load/loops';
import { solveNatively } from './native-solver';

const CALLERS = 16;
const MOST_CHALLENGES = 3;
const contact = { prenom: 'Camille', nom: 'Durand', telephone: '06 39 98 00 01', message: null, is_agefice: false };

export interface FloodFigures {
  readonly visitors: number;
  readonly stored: number;
  readonly challenged: number;
  readonly refused: number;
  readonly seconds: number;
  readonly solverCpuSeconds: number;
  /** Tried keys × rounds per key, the mean of challenged visitors. */
  readonly roundsPerVisitor: number;
  /** Mails about one request each, digests, and the mails that digests replaced. */
  readonly mails: { readonly single: number; readonly digest: number; readonly inDigest: number };
}

export async function measureFlood(backend: BackendUnderLoad, visitors: number): Promise<FloodFigures> {
  const call = createCaller(backend);
  const sum = { stored: 0, challenged: 0, refused: 0, solverCpuSeconds: 0, rounds: 0 };
  let left = visitors;
  const since = performance.now();
  await closedLoop(
    CALLERS,
    () => left-- <= 0,
    async () => {
      const { status, challenges, cpuSeconds, rounds } = await visit(call, left);
      sum.stored += Number(status === 201);
      sum.refused += Number(status === 429);
      sum.challenged += Number(challenges > 0);
      sum.solverCpuSeconds += cpuSeconds;
      sum.rounds += rounds;
    },
  );
  const { rounds, ...counts } = sum;
  return {
    visitors,
    ...counts,
    seconds: (performance.now() - since) / 1000,
    roundsPerVisitor: Math.round(rounds / Math.max(1, sum.challenged)),
    mails: await countMails(backend),
  };
}

async function visit(call: Caller, visitor: number) {
  // Overrides the caller's address per call: a visitor keeps the same one.
  const address = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
  const info = `site-web/1.0.0 attempt=${randomUUID()}`;
  const row = { ...contact, email: `visite-${visitor}@exemple.fr` };
  const send = (clientInfo: string) =>
    call('contacts', row, { 'x-client-info': clientInfo, 'x-forwarded-for': address, prefer: 'return=minimal' });
  let answer = await send(info);
  let [challenges, cpuSeconds, rounds] = [0, 0, 0];
  while (answer.status === 429 && challenges < MOST_CHALLENGES) {
    const challenge = parseChallenge(answer.body);
    if (!challenge) break;
    challenges += 1;
    const before = process.cpuUsage();
    const solution = solveNatively(challenge);
    const { user, system } = process.cpuUsage(before);
    cpuSeconds += (user + system) / 1e6;
    rounds += (solution.counter + 1) * challenge.parameters.cost;
    answer = await send(`${info} challenge=${encodeAnswer(challenge, solution)}`);
  }
  return { status: answer.status, challenges, cpuSeconds, rounds };
}

async function countMails(backend: BackendUnderLoad): Promise<FloodFigures['mails']> {
  const [mails] = await backend.query<FloodFigures['mails']>(
    `select count(*) filter (where ref is not null and digest_id is null)::integer as single,
        count(*) filter (where kind = 'digest')::integer as digest,
        count(*) filter (where digest_id is not null)::integer as "inDigest"
      from private.outbox`,
  );
  if (!mails) throw new Error('The outbox cannot be counted.');
  return mails;
}
