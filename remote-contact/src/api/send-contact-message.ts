import { createBackendClient } from '@site/shared-ui/backend';
import type { Backend } from '@site/shared-ui/host';
import type { SupabaseClient } from '@supabase/supabase-js';

export interface ContactMessage {
  readonly prenom: string;
  readonly nom: string;
  readonly email: string;
  readonly telephone: string;
  /** Empty when the visitor left none. */
  readonly message: string;
  readonly isAgefice: boolean;
}

export type ContactFailure = 'rejected' | 'offline' | 'too-many';

export type ContactOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: ContactFailure; readonly error: unknown };

const CREATED = 201;
const TOO_MANY_REQUESTS = 429;
/** What supabase-js gives for a call that was never answered. */
const UNANSWERED = 0;

/**
 * Stores a message for the owner.
 * @param attempt a uuid, the same for a repeat of the same message, which the server then stores once
 */
export async function sendContactMessage(
  backend: Backend,
  attempt: string,
  { message, isAgefice, ...contact }: ContactMessage,
): Promise<ContactOutcome> {
  let client: SupabaseClient;
  try {
    client = await createBackendClient(backend, attempt);
  } catch (error) {
    return { ok: false, reason: 'offline', error };
  }
  const row = { ...contact, message: message || null, is_agefice: isAgefice };
  const { error, status } = await client.from('contacts').insert(row);
  // The status is asked for as well: supabase-js takes an empty 404 for a success.
  if (status === CREATED || error?.code === 'ALREADY_STORED') return { ok: true };
  return { ok: false, reason: reasonOf(status), error: error ?? new Error(`The backend answered ${status}`) };
}

function reasonOf(status: number): ContactFailure {
  if (status === UNANSWERED) return 'offline';
  return status === TOO_MANY_REQUESTS ? 'too-many' : 'rejected';
}
