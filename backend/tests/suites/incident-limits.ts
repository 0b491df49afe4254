import type { TestBackend } from '../support/backend';
import { contact, incident } from '../support/rows';
import { anyAddress, visitor } from '../support/visitor';

const created = { status: 201, body: null };

let last = 0;
/** A new release for each report, as an address counts once a day for a release. */
const anyRelease = () => {
  last += 1;
  return `1.0.0-${last}`;
};

/** How many incidents are stored. */
export function describeIncidentLimits(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const send = (address: string, body: object) => visitor(backend(), address).post('incidents', body);
  const report = (address: string, code: string, release = anyRelease()) =>
    send(address, { ...incident, release, code });
  const stored = async (code: string) => (await query('select from public.incidents where code = $1', [code])).length;
  /** Sends as many reports as an address may. */
  const useUp = async (address: string) => {
    const rows = Array.from({ length: 20 }, () => ({ ...incident, release: anyRelease(), code: 'used-up' }));
    expect(await send(address, rows)).toMatchObject(created);
  };

  test('an address counts once a day for a release, whatever failed, and once more for its preview', async () => {
    const address = anyAddress();
    const release = anyRelease();
    for (const code of ['once', 'once', 'again']) expect(await report(address, code, release)).toMatchObject(created);
    expect([await stored('once'), await stored('again')]).toEqual([1, 0]);
    for (let time = 0; time < 2; time += 1) {
      await visitor(backend(), address).post('incidents', { ...incident, release, code: 'once', preview: true });
    }
    expect(await stored('once')).toBe(2);
    await report(anyAddress(), 'once', release);
    expect(await stored('once')).toBe(3);

    await query("update private.incident_reports set created_at = created_at - interval '23 hours'");
    await report(address, 'once', release);
    expect(await stored('once')).toBe(4);
  });

  test('many reports in parallel requests do not exceed the limit together', async () => {
    const { post } = visitor(backend());
    const rows = Array.from({ length: 200 }, () => ({ ...incident, release: anyRelease(), code: 'together' }));
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('incidents', rows)));
    expect(answers).toMatchObject(Array(6).fill(created));
    expect(await stored('together')).toBe(20);
  });

  test('an address at its limit may report again after an hour', async () => {
    const address = anyAddress();
    await useUp(address);
    await query("update private.incident_reports set created_at = created_at - interval '59 minutes'");
    await report(address, 'hour-over');
    expect(await stored('hour-over')).toBe(0);
    await query("update private.incident_reports set created_at = created_at - interval '1 minute'");
    await report(address, 'hour-over');
    expect(await stored('hour-over')).toBe(1);
  });

  test('incidents do not count towards the limit of requests', async () => {
    const address = anyAddress();
    const { post } = visitor(backend(), address);
    await useUp(address);
    const email = `${anyRelease()}@exemple.fr`;
    for (let time = 0; time < 6; time += 1) await post('contacts', { ...contact, email });
    const flags = 'select flagged from public.contacts where email = $1 order by created_at';
    expect(await query(flags, [email])).toEqual([...Array(5).fill({ flagged: false }), { flagged: true }]);
  });
}
