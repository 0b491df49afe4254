import type { TestBackend } from '../support/backend';
import { incident } from '../support/rows';
import { supabaseClient } from '../support/supabase-client';
import { visitor } from '../support/visitor';

const violates = (column: string) => ({
  status: 400,
  body: { code: '23514', message: expect.stringContaining(`"incidents_${column}_ok"`) },
});

/** The accepted values of an incident. */
export function describeIncidentRows(backend: () => TestBackend): void {
  const here = () => visitor(backend());

  test('a report as browsers send it is stored, and the answer is empty', async () => {
    const report = { ...incident, code: 'as-sent' };
    expect(await here().post('incidents', report, { prefer: 'return=minimal' })).toMatchObject({
      status: 201,
      body: null,
    });
    const stored = await backend().owner.query("select * from public.incidents where code = 'as-sent'");
    expect(stored).toEqual([
      {
        ...report,
        preview: false,
        mended: null,
        reporter: expect.any(Number),
        id: expect.anything(),
        created_at: expect.any(Date),
      },
    ]);
  });

  test('supabase-js can report an incident', async () => {
    const { error, status } = await supabaseClient(backend()).from('incidents').insert(incident);
    expect({ error, status }).toEqual({ error: null, status: 201 });
  });

  test.each(
    Object.entries({
      remote: ['', 'Booking', '1-booking', 'booking\n', 'a'.repeat(41)],
      release: ['', '1.0.0_abc', '1.0.0 abc', 'é', '1'.repeat(81)],
      phase: ['', 'Entry', 'other'],
      mended: ['', 'Retry', 'failed'],
      code: ['', 'Timeout', 'camille@exemple.fr', 'no page', 'x'.repeat(61)],
      route: [
        ...['', 'booking', '//exemple.fr?x', '/booking?email=camille@exemple.fr', '/booking#camille', '/booking\n'],
        ...[...' \u0007\u007f\u0085\u00a0\u2003\u2028\u202f\u3000\ufeff'].map((space) => `/book${space}ing`),
        `/${'x'.repeat(200)}`,
      ],
    }),
  )('a report with a %s of %j is refused', async (column, values) => {
    for (const value of values) {
      const answer = await here().post('incidents', { ...incident, [column]: value });
      expect([value, answer]).toMatchObject([value, violates(column)]);
    }
  });

  test.each(
    Object.entries({
      remote: ['a', `a${'-9z'.repeat(13)}`],
      release: ['1.4.0-9f3C2a', 'x'.repeat(80)],
      phase: ['entry', 'page', 'render', 'runtime', 'shell'],
      mended: [null, 'retry', 'previous', 'copy'],
      code: ['4', 'not-a-container'.repeat(4)],
      route: ['/', '/politique-de-cookies/caf%C3%A9/été', `/${'x'.repeat(199)}`],
    }),
  )('a report with a %s of %j is stored', async (column, values) => {
    for (const value of values) {
      const answer = await here().post('incidents', { ...incident, [column]: value });
      expect([value, answer]).toMatchObject([value, { status: 201 }]);
    }
  });

  test.each(Object.keys(incident))('a report needs its %s', async (column) => {
    for (const row of [
      { ...incident, [column]: null },
      { ...incident, [column]: undefined },
    ]) {
      expect(await here().post('incidents', row)).toMatchObject({ status: 400, body: { code: '23502' } });
    }
  });
}
