import { randomBytes } from 'node:crypto';
import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import { sha256 } from '../integrity';
import type { Blobs } from '../store/blobs';
import { isHashOf } from './token';

/** What identifies one identity token of a CI, after its signature was verified. */
export interface Identity {
  readonly issuer: string;
  readonly jti: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

export interface NewSession {
  readonly token: string;
  /** ISO 8601 */
  readonly until: string;
}

/** Copies of the store leave out `scratch/`. */
const FOLDER = `${STORE.scratch}/sessions/`;
const TOKEN = /^site_session_(\d{1,12}-[0-9a-f]{32})_[\w-]{43}$/;
/** The longest publication of the workflow. */
const SESSION_MS = 30 * 60_000;
/** An identity token is accepted for a minute after its end, and its session lasts half an hour more. */
const KEPT_S = 35 * 60;

const stored = v.pipe(v.string(), v.parseJson(), v.object({ grant: v.string(), token: v.string(), until: v.string() }));

export function sessionsIn(blobs: Blobs) {
  const removeEnded = async (now: Date) => {
    const ended = (await blobs.list(FOLDER)).filter((id) => Number.parseInt(id, 10) + KEPT_S < now.getTime() / 1000);
    for (const id of ended) await blobs.remove(FOLDER + id);
  };
  return {
    /** Null when this identity token was exchanged before, also by another server of the store. */
    open: async (identity: Identity, grant: string, now = new Date()): Promise<NewSession | null> => {
      await removeEnded(now);
      const id = idOf(identity);
      const token = `site_session_${id}_${randomBytes(32).toString('base64url')}`;
      const until = new Date(now.getTime() + SESSION_MS).toISOString();
      // One value is both the session and the proof that the identity token was used.
      const isFirst = await blobs.add(FOLDER + id, JSON.stringify({ grant, token: sha256(token), until }));
      await blobs.sync();
      return isFirst ? { token, until } : null;
    },
    /** Returns the id of the grant; null when the token is unknown or has ended. */
    findGrant: async (token: string, now = new Date()): Promise<string | null> => {
      const [, id] = TOKEN.exec(token) ?? [];
      const value = id === undefined ? null : await blobs.get(FOLDER + id);
      const { success, output } = v.safeParse(stored, value?.toString());
      return success && isHashOf(output.token, token) && now.toISOString() < output.until ? output.grant : null;
    },
  };
}

export const isSession = (token: string): boolean => TOKEN.test(token);

function idOf({ issuer, jti, exp }: Identity): string {
  return `${Math.floor(exp)}-${sha256(JSON.stringify([issuer, jti])).slice(0, 32)}`;
}
