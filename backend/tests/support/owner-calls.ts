import type { TestBackend } from './backend';
import { bearer, ownerSession } from './owner-session';
import { datesOf, reserve } from './rows';
import { visitor } from './visitor';

export const IMPOSSIBLE = { status: 409, body: { code: 'NOT_POSSIBLE' } };

export interface OwnedRequest {
  readonly kind: 'contact' | 'reservation';
  readonly name: string;
  readonly email: string;
  readonly id: string;
  readonly version: number;
  readonly dates: readonly string[];
  readonly confirmedDates: readonly string[];
  readonly status: string | null;
  readonly handledAt: string | null;
  readonly note: string | null;
  readonly isSpam: boolean;
  readonly followUp: Readonly<Record<string, string>>;
}

/** Calls the functions of the owner's space with a session of a new owner. */
export async function ownerCalls(backend: TestBackend) {
  const { accessToken, email } = await ownerSession(backend);
  const call = (name: string, args: object = {}) =>
    visitor(backend).post(`rpc/owner_${name}`, args, bearer(accessToken));
  const read = async <Value>(name: string, args: object = {}): Promise<Value> => {
    const { status, body } = await call(name, args);
    if (status !== 200) throw new Error(`owner_${name} was answered ${status}: ${JSON.stringify(body)}`);
    return body as Value;
  };
  const ownedRequest = async (id: string) => (await read<{ request: OwnedRequest }>('request', { id })).request;
  /** Confirms all days of a reservation that nobody has changed since it was booked, unless `args` say otherwise. */
  const confirm = (id: string, args: object = {}) =>
    read<OwnedRequest>('confirm', { id, version: 2, dates: null, ...args });
  return { email, call, read, one: ownedRequest, confirm };
}

/** A visitor's reservation of some days. */
export async function book(backend: TestBackend, ...days: string[]): Promise<string> {
  const by = visitor(backend);
  const id = await reserve(by);
  const { status } = await by.post('reservation_dates', datesOf(id, ...days));
  if (status !== 201) throw new Error(`The days were answered ${status}.`);
  return id;
}

/** Stores a visitor's message. @returns its id */
export async function storeMessage({ owner }: TestBackend): Promise<string> {
  const [row] = await owner.query<{ id: string }>(
    `insert into public.contacts (prenom, nom, email, telephone) values ('Alex', 'Roy', 'alex@exemple.fr', '06 39 98 00 00') returning id`,
  );
  return row?.id ?? '';
}
