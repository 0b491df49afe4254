import { pbkdf2Sync } from 'node:crypto';
import type { Challenge, Solution } from 'altcha-lib/types';

const COUNTER_BYTES = 4;

/** Solves a challenge as a bot would: native code on one thread, without pauses. */
export function solveNatively({ parameters }: Challenge): Solution {
  const { nonce, salt, cost, keyLength, keyPrefix } = parameters;
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(COUNTER_BYTES)]);
  const saltBytes = Buffer.from(salt, 'hex');
  const prefix = Buffer.from(keyPrefix, 'hex');
  for (let counter = 0; ; counter += 1) {
    password.writeUInt32BE(counter, password.length - COUNTER_BYTES);
    const key = pbkdf2Sync(password, saltBytes, cost, keyLength, 'sha256');
    if (key.subarray(0, prefix.length).equals(prefix)) return { counter, derivedKey: key.toString('hex') };
  }
}
