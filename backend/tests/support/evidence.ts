import { networkGroup, prefixOfAddress } from '../../src/gateway/client-address';
import type { TestBackend } from './backend';
import { incident, livePage, pageSpeed } from './rows';
import { visitor } from './visitor';

type Counts = Readonly<Record<string, number>>;

interface Evidence {
  readonly since: Counts;
  readonly before: Counts | null;
  readonly dropped: number;
}

const REPORTS = `delete from public.incidents; delete from private.incident_reports;
  delete from private.page_counts; delete from private.live_reports; delete from private.release_networks;
  delete from private.dropped_reports;
  delete from private.speed_counts; delete from private.speed_reports;`;

/** Reports of live pages and failures of one release, and what the database counts of them. */
export function evidenceOf(backend: () => TestBackend) {
  const { remote, release } = incident;
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const send =
    (table: string, row: object) =>
    (address: string, words: object | readonly object[], headers: Record<string, string> = {}) =>
      visitor(backend(), address).post(
        table,
        Array.isArray(words) ? words.map((one) => ({ ...row, ...one })) : { ...row, ...words },
        headers,
      );
  const read = async (since: string, previous: string | null = null, watch = { name: remote, id: release }) => {
    const watched = JSON.stringify([{ ...watch, since, previous }]);
    const [row] = await query<{ evidence: readonly Evidence[] | null }>(
      'select private.release_evidence($1) as evidence',
      [watched],
    );
    return row?.evidence?.[0];
  };
  /** Sends pages of the release to the networks of these addresses, as the site's servers do. */
  const open = (addresses: readonly string[], id = release) => {
    const groups = addresses.map((address) => networkGroup(prefixOfAddress(address), { name: remote, id }));
    const sent = JSON.stringify({ [remote]: { [id]: groups } });
    return query('select private.add_served_networks($1, $1)', [sent]);
  };
  return {
    query,
    open,
    live: send('live_pages', livePage),
    fail: send('incidents', incident),
    speed: send('page_speeds', pageSpeed),
    read,
    /** Counts of the last hour. */
    counts: async () => (await read(new Date(Date.now() - 3_600_000).toISOString()))?.since,
    giveNames: (published: readonly string[] = []) =>
      query('select private.set_known_releases($1, $2)', [
        JSON.stringify({ [remote]: [release], shell: [livePage.shell] }),
        JSON.stringify({ [remote]: [release, ...published] }),
      ]),
    empty: () =>
      backend().owner.script(
        `${REPORTS} delete from private.known_releases;
         update private.settings set incidents_total_per_hour = default, live_per_address = default, live_total_per_hour = default,
           live_names_per_hour = default, live_routes_per_hour = default,
           speeds_per_address = default, speeds_total_per_hour = default`,
      ),
  };
}
