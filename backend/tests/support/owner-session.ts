import { randomUUID } from 'node:crypto';
import type { TestBackend } from './backend';
import { signJwt } from './sign-jwt';

export interface OwnerSession {
  readonly email: string;
  readonly ownerId: string;
  readonly sessionId: string;
  readonly accessToken: string;
}

/** Creates an owner with a session in the database, to call the owner's functions without signing in. */
export async function ownerSession(backend: TestBackend, email = anyOwner()): Promise<OwnerSession> {
  const [owner] = await backend.owner.query<{ id: string }>(
    `insert into private.owners (email, name) values ($1, 'Camille Martin')
       on conflict (email) do update set email = excluded.email returning id`,
    [email],
  );
  const ownerId = owner?.id ?? '';
  const [session] = await backend.owner.query<{ id: string }>(
    `insert into private.owner_sessions (owner_id, user_agent) values ($1, 'a phone') returning id`,
    [ownerId],
  );
  const sessionId = session?.id ?? '';
  const accessToken = tokenOf(backend, { sub: ownerId, session_id: sessionId });
  return { email, ownerId, sessionId, accessToken };
}

/** A token signed by this install, for a session that need not exist. */
export function tokenOf({ jwtSecret }: Pick<TestBackend, 'jwtSecret'>, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const usual = { role: 'authenticated', sub: randomUUID(), session_id: randomUUID(), iat: now, exp: now + 3600 };
  return signJwt({ ...usual, ...claims }, jwtSecret);
}

export const anyOwner = () => `owner-${randomUUID()}@exemple.fr`;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
