import { tableCall } from '@site/contract/backend-calls';
import type { Backend } from '@site/contract/host';
import { type ClientInfo, openBackend, rowOf } from '@site/forms/client';
import { type CallFailure, failureOf, isStored } from '@site/forms/outcome';

const CONTACTS = tableCall('contacts', ['prenom', 'nom', 'email', 'telephone', 'message', 'is_agefice']);

export interface ContactMessage {
  readonly prenom: string;
  readonly nom: string;
  readonly email: string;
  readonly telephone: string;
  /** Empty if not given. */
  readonly message: string;
  readonly isAgefice: boolean;
}

export type ContactOutcome = { readonly ok: true } | CallFailure;

/** Stores a message for the owner. Repeats of an attempt are stored once. */
export async function sendContactMessage(
  backend: Backend,
  info: ClientInfo,
  { message, isAgefice, ...contact }: ContactMessage,
): Promise<ContactOutcome> {
  const opened = await openBackend(backend, info);
  if (!opened.ok) return opened;
  const row = rowOf(CONTACTS, { ...contact, message: message || null, is_agefice: isAgefice });
  const answer = await opened.client.from(CONTACTS.table).insert(row);
  return isStored(answer) ? { ok: true } : failureOf(answer);
}
