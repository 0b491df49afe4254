import type { TestBackend } from './backend';
import { incident } from './rows';
import { visitor } from './visitor';

let last = 0;
/** A new release for each report, as an address counts once a day for a release. */
const anyRelease = () => {
  last += 1;
  return `1.0.0-${last}`;
};

/** Reports of incidents, and what the database stores of them. */
export function incidentsOf(backend: () => TestBackend) {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const send = (address: string, body: object) => visitor(backend(), address).post('incidents', body);
  return {
    query,
    anyRelease,
    report: (address: string, code: string, release = anyRelease()) => send(address, { ...incident, release, code }),
    stored: async (code: string) => (await query('select from public.incidents where code = $1', [code])).length,
    /** Sends as many reports as an address may. */
    useUp: async (address: string) => {
      const rows = Array.from({ length: 20 }, () => ({ ...incident, release: anyRelease(), code: 'used-up' }));
      expect(await send(address, rows)).toMatchObject({ status: 201, body: null });
    },
  };
}
