import type { TestBackend } from '../support/backend';
import { incident } from '../support/rows';
import { visitor } from '../support/visitor';

const position = { script: 'booking-page.js', line: 1, column: 2345 };

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
    const none = { script: null, line: null, column: null, thrown_in: null };
    expect(stored).toEqual([
      {
        ...report,
        preview: false,
        mended: null,
        reporter: expect.any(Number),
        ...none,
        id: expect.anything(),
        created_at: expect.any(Date),
      },
    ]);
  });

  test.each(['script', 'line', 'column'])('a position without its %s is refused', async (column) => {
    for (const missing of [null, undefined]) {
      const answer = await here().post('incidents', { ...incident, ...position, [column]: missing });
      expect(answer).toMatchObject(violates('position'));
    }
  });

  test.each(
    Object.entries({
      remote: ['', 'Booking', 'booking\n', 'a'.repeat(41)],
      release: ['', '1.0.0 abc', '1'.repeat(81)],
      phase: ['', 'other'],
      mended: ['', 'failed'],
      code: ['', 'Timeout', 'camille@exemple.fr', 'x'.repeat(61)],
      route: [
        ...['', 'booking', '//exemple.fr?x', '/booking?email=camille@exemple.fr', '/booking#camille', '/booking\n'],
        ...[...' \u0007\u00a0\u2028\ufeff'].map((space) => `/book${space}ing`),
        `/${'x'.repeat(200)}`,
      ],
      script: ['', 'main', 'main.js.map', '../main.js', '.js', 'camille@exemple.fr.js', 'é.js', `${'x'.repeat(92)}.js`],
      line: [0, 10_000_000],
      column: [0, 10_000_000],
      thrown_in: ['', 'Shell', 'camille@exemple.fr', 'a'.repeat(41), incident.remote],
    }),
  )('a report with a %s of %j is refused', async (column, values) => {
    for (const value of values) {
      const answer = await here().post('incidents', { ...incident, ...position, [column]: value });
      expect([value, answer]).toMatchObject([value, violates(column)]);
    }
  });

  test.each(
    Object.entries({
      remote: ['a', `a${'-9z'.repeat(13)}`],
      release: ['1.4.0-9f3C2a', 'x'.repeat(80)],
      phase: ['entry', 'page', 'render', 'runtime', 'shell'],
      mended: ['retry', 'previous', 'copy'],
      code: ['4', 'not-a-container'.repeat(4)],
      route: ['/', '/politique-de-cookies/caf%C3%A9/été', `/${'x'.repeat(199)}`],
      script: ['__federation_expose_booking-page.0123456789.js', `${'x'.repeat(91)}.js`],
      line: [1, 9_999_999],
      column: [1, 9_999_999],
      thrown_in: ['shell', 'a'.repeat(40)],
    }),
  )('a report with a %s of %j is stored', async (column, values) => {
    for (const value of values) {
      const answer = await here().post('incidents', { ...incident, ...position, [column]: value });
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
