import { createHash, randomBytes } from 'node:crypto';
import type { TestBackend } from './backend';
import { datesOf, reserve } from './rows';
import { anyAddress, attemptHeader, visitor } from './visitor';

export interface Managed {
  readonly status: string;
  readonly version: number;
  readonly days: readonly { readonly date: string; readonly confirmed: boolean; readonly uid: string }[];
}

export const anySecret = () => randomBytes(32).toString('hex');

/** Of the link in a mail to a visitor. */
export const secretOf = (mail: { readonly detail: Readonly<Record<string, unknown>> } | undefined) =>
  String(mail?.detail.manageUrl).replace(/^\/reservation\/gerer#/, '');

interface ManageCall {
  readonly secret: string;
  readonly version?: number;
  readonly from_day?: string;
  readonly to_day?: string;
  readonly day?: string;
  /** The visitor's address. */
  readonly from?: string;
}

/** Calls a function with a link's secret. */
export const manage = (
  backend: TestBackend,
  name: 'request' | 'cancel' | 'ask_day' | 'give_up_day',
  { from = anyAddress(), ...args }: ManageCall,
) => visitor(backend, from).post(`rpc/manage_${name}`, args);

/** Books as the page does, which keeps the secret. */
export async function bookWithLink(backend: TestBackend, days: readonly string[], row: object = {}) {
  const secret = anySecret();
  const digest = createHash('sha256').update(secret).digest('hex');
  const by = visitor(backend);
  const info = `${attemptHeader()['x-client-info']} link=${digest}`;
  const id = await reserve(by, { 'x-client-info': info }, row);
  await by.post('reservation_dates', datesOf(id, ...days));
  const read = async () => (await manage(backend, 'request', { secret })).body as Managed;
  return { id, secret, read };
}
