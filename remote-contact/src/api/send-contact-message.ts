import { tableCall } from '@site/contract/backend-calls';
import { CONTACT_FIELDS, type ValuesOf } from '@site/contract/form-fields';
import type { Backend } from '@site/contract/host';
import { type ClientInfo, openClient, rowOf } from '@site/forms/client';
import { columnsOf } from '@site/forms/fields';
import { type CallFailure, failureOf, isStored } from '@site/forms/outcome';

const CONTACTS = tableCall('contacts', ['prenom', 'nom', 'email', 'telephone', 'message', 'is_agefice']);

export type ContactMessage = ValuesOf<typeof CONTACT_FIELDS>;

export type ContactOutcome = { readonly ok: true } | CallFailure;

/** Stores a message for the owner. Repeats of an attempt are stored once. */
export async function sendContactMessage(
  backend: Backend,
  info: ClientInfo,
  message: ContactMessage,
): Promise<ContactOutcome> {
  const opened = await openClient(backend, info);
  if (!opened.ok) return opened;
  const row = rowOf(CONTACTS, columnsOf(CONTACT_FIELDS, message));
  const response = await opened.client.from(CONTACTS.table).insert(row);
  return isStored(response) ? { ok: true } : failureOf(response);
}
