import type { Backend } from '@site/contract/host';

interface SenderOptions {
  readonly backend: Backend;
  readonly fetchFrom: typeof fetch;
}

/** Longest texts that the tables accept. */
const MAX_LENGTH: Readonly<Record<string, number>> = {
  shell: 80,
  remote: 40,
  release: 80,
  code: 60,
  route: 200,
  thrown_in: 40,
};

type Row = Readonly<Record<string, string | number | boolean | undefined>>;

/** Adds one row to a table of the backend. Nobody waits for the answer, and nothing is repeated. */
export const createSender =
  ({ backend, fetchFrom }: SenderOptions) =>
  (table: string, row: Row): void => {
    const cut = Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' ? value.slice(0, MAX_LENGTH[column]) : value,
    ]);
    const request = {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'content-type': 'application/json', prefer: 'return=minimal' },
      // The visitor may be leaving.
      keepalive: true,
      body: JSON.stringify(Object.fromEntries(cut)),
    };
    fetchFrom(`${backend.url}/rest/v1/${table}`, request).catch(() => undefined);
  };
