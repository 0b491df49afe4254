import { randomBytes } from 'node:crypto';
import type { Challenge } from 'altcha-lib/types';
import { solveNatively } from './native-solver';

export interface NativeCost {
  readonly solved: number;
  /** Mean CPU time of one challenge, in ms. */
  readonly cpuMs: number;
  readonly meanKeys: number;
}

/** The number of keys per challenge has a geometric distribution: a stable mean needs many challenges. */
export function measureNativeCost(rounds: number, challenges: number): NativeCost {
  let keys = 0;
  const before = process.cpuUsage();
  for (let solved = 0; solved < challenges; solved += 1) keys += solveNatively(challengeOf(rounds)).counter + 1;
  const { user, system } = process.cpuUsage(before);
  return { solved: challenges, cpuMs: (user + system) / 1000 / challenges, meanKeys: keys / challenges };
}

const hex = () => randomBytes(16).toString('hex');

const challengeOf = (rounds: number): Challenge => ({
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    keyLength: 32,
    keyPrefix: '00',
    nonce: hex(),
    salt: hex(),
  },
});
