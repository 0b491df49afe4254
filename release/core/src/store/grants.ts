import { randomBytes, timingSafeEqual } from 'node:crypto';
import { STORE } from '@site/contract/stored-files';
import { todayInParis } from '@site/contract/today';
import * as v from 'valibot';
import { RIGHTS } from '../command-row';
import { seal, sha256 } from '../integrity';
import { type Blobs, readSealed } from './blobs';

/** Secret scanners detect a token by this format, which docs/hosting/runbook.md quotes. */
const TOKEN = /^site_release_([a-z0-9]{12})_[\w-]{43}$/;

export function createToken() {
  const id = randomBytes(6).toString('hex');
  return { id, token: `site_release_${id}_${randomBytes(32).toString('base64url')}` };
}

export const grantIdOf = (token: string): string | null => TOKEN.exec(token)?.[1] ?? null;

/** A token has 256 random bits, so it needs no slow hash. */
export const isHashOf = (hash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(sha256(token), 'hex'));

const FOLDER = 'grants/';
const ID = /^[a-z0-9]{12}$/;
const grantKey = (id: string) => `${FOLDER}${id}.json`;
/** Stored values are immutable, so a withdrawal is a separate value. */
const withdrawalKey = (id: string) => `${FOLDER}${id}.withdrawn`;

const text = v.string();

// Unknown keys are accepted: an older server reads what a newer one has stored.
const grantSchema = v.object({
  id: v.pipe(text, v.regex(ID)),
  /** The holder: the log's `who`. */
  to: text,
  names: v.array(text),
  may: v.array(v.picklist(RIGHTS)),
  /** The last valid day, as in 2027-12-31. */
  until: v.optional(text),
  /** SHA-256 of the token; missing when identity tokens are accepted instead. */
  token: v.optional(v.pipe(text, v.regex(/^[0-9a-f]{64}$/))),
  oidc: v.optional(v.object({ issuer: text, claims: v.record(text, text) })),
  /** The person who gave it; `at` is when, in ISO 8601. */
  by: text,
  at: text,
});

export type Grant = v.InferOutput<typeof grantSchema>;

export type ListedGrant = Grant & {
  readonly isWithdrawn: boolean;
};

export const isExpired = ({ until }: Grant) => until !== undefined && until < todayInParis();

export function grantsIn(blobs: Blobs) {
  /** Null when it is missing or damaged: an unreadable grant gives no rights. */
  const readStored = async (id: string): Promise<Grant | null> => {
    const grant = await readSealed(blobs, grantKey(id), grantSchema);
    return grant?.id === id ? grant : null;
  };
  const read = async (id: string): Promise<ListedGrant | null> => {
    const grant = ID.test(id) ? await readStored(id) : null;
    return grant && { ...grant, isWithdrawn: await blobs.has(withdrawalKey(id)) };
  };
  const list = async (): Promise<readonly ListedGrant[]> => {
    const ids = (await blobs.list(FOLDER)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
    const all = await Promise.all(ids.map(read));
    return all.filter((one) => one !== null).sort((a, b) => a.at.localeCompare(b.at));
  };

  return {
    read,
    list,
    /** Whether any grant is not withdrawn. Without one, requests get the same answer as if there were no interface. */
    hasAny: async (): Promise<boolean> => {
      const names = await blobs.list(FOLDER);
      return names.some((name) => name.endsWith('.json') && !names.includes(name.replace(/\.json$/, '.withdrawn')));
    },
    add: async (grant: Grant): Promise<void> => {
      await blobs.add(grantKey(grant.id), seal(grant, 2));
      await blobs.sync();
    },
    withdraw: async (id: string, withdrawal: Readonly<Record<'by' | 'why' | 'at', string>>): Promise<boolean> => {
      const isNew = await blobs.add(withdrawalKey(id), JSON.stringify(withdrawal));
      await blobs.sync();
      return isNew;
    },
  };
}

/** What identifies one identity token of a CI, after its signature was verified. */
export interface Identity {
  readonly issuer: string;
  readonly jti: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

export interface NewSession {
  readonly token: string;
  readonly until: string;
}

/** Copies of the store leave out `scratch/`. */
const SESSIONS = `${STORE.scratch}/sessions/`;
const SESSION_TOKEN = /^site_session_(\d{1,12}-[0-9a-f]{32})_[\w-]{43}$/;
/** The longest publication of the workflow. */
const SESSION_MS = 30 * 60_000;
/** An identity token is accepted for a minute after its end, and its session lasts half an hour more. */
const KEPT_S = 35 * 60;

const stored = v.pipe(v.string(), v.parseJson(), v.object({ grant: v.string(), token: v.string(), until: v.string() }));

export function sessionsIn(blobs: Blobs) {
  const removeEnded = async (now: Date) => {
    const ended = (await blobs.list(SESSIONS)).filter((id) => Number.parseInt(id, 10) + KEPT_S < now.getTime() / 1000);
    for (const id of ended) await blobs.remove(SESSIONS + id);
  };
  return {
    /** Null when this identity token was exchanged before, also by another server of the store. */
    open: async (identity: Identity, grant: string, now = new Date()): Promise<NewSession | null> => {
      await removeEnded(now);
      const id = idOf(identity);
      const token = `site_session_${id}_${randomBytes(32).toString('base64url')}`;
      const until = new Date(now.getTime() + SESSION_MS).toISOString();
      // One value is both the session and the proof that the identity token was used.
      const isFirst = await blobs.add(SESSIONS + id, JSON.stringify({ grant, token: sha256(token), until }));
      await blobs.sync();
      return isFirst ? { token, until } : null;
    },
    findGrant: async (token: string, now = new Date()): Promise<string | null> => {
      const [, id] = SESSION_TOKEN.exec(token) ?? [];
      const value = id === undefined ? null : await blobs.get(SESSIONS + id);
      const { success, output } = v.safeParse(stored, value?.toString());
      return success && isHashOf(output.token, token) && now.toISOString() < output.until ? output.grant : null;
    },
  };
}

export const isSession = (token: string): boolean => SESSION_TOKEN.test(token);

function idOf({ issuer, jti, exp }: Identity): string {
  return `${Math.floor(exp)}-${sha256(JSON.stringify([issuer, jti])).slice(0, 32)}`;
}
