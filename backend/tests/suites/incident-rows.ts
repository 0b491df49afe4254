import type { TestBackend } from '../support/engines';
import { incident } from '../support/rows';
import { visitor } from '../support/visitor';

const violates = (column: string) => ({
  status: 400,
  body: { code: '23514', message: expect.stringContaining(`"incidents_${column}_ok"`) },
});

/** The accepted values of an incident. */
export function describeIncidentRows(backend: () => TestBackend): void {
  const here = () => visitor(backend());

  test.each([
    ['remote', ''],
    ['remote', 'Booking'],
    ['remote', '1-booking'],
    ['remote', 'booking\n'],
    ['remote', 'a'.repeat(41)],
    ['release', ''],
    ['release', '1.0.0_abc'],
    ['release', '1.0.0 abc'],
    ['release', 'é'],
    ['release', '1'.repeat(81)],
    ['phase', ''],
    ['phase', 'Entry'],
    ['phase', 'other'],
    ['code', ''],
    ['code', 'Timeout'],
    ['code', 'camille@exemple.fr'],
    ['code', 'no page'],
    ['code', 'x'.repeat(61)],
    ['route', ''],
    ['route', 'booking'],
    ['route', '//exemple.fr?x'],
    ['route', '/booking?email=camille@exemple.fr'],
    ['route', '/booking#camille'],
    ['route', '/camille durand'],
    ['route', '/booking\n'],
    ['route', '/book\u0007ing'],
    ['route', '/book\u007fing'],
    ['route', '/book\u0085ing'],
    ['route', '/book\u00a0ing'],
    ['route', '/book\u2003ing'],
    ['route', '/book\u2028ing'],
    ['route', '/book\u202fing'],
    ['route', '/book\u3000ing'],
    ['route', '/book\ufeffing'],
    ['route', `/${'x'.repeat(200)}`],
  ])('a report with the %s %j is refused', async (column, value) => {
    expect(await here().post('incidents', { ...incident, [column]: value })).toMatchObject(violates(column));
  });

  test.each([
    ['remote', 'a'],
    ['remote', `a${'-9z'.repeat(13)}`],
    ['release', '1.4.0-9f3C2a'],
    ['release', 'x'.repeat(80)],
    ['phase', 'entry'],
    ['phase', 'page'],
    ['phase', 'render'],
    ['phase', 'runtime'],
    ['phase', 'shell'],
    ['code', '4'],
    ['code', 'not-a-container'.repeat(4)],
    ['route', '/'],
    ['route', '/politique-de-cookies/caf%C3%A9/été'],
    ['route', `/${'x'.repeat(199)}`],
  ])('a report with the %s %j is stored', async (column, value) => {
    expect(await here().post('incidents', { ...incident, [column]: value })).toMatchObject({ status: 201 });
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
