import { deliver } from './support/deliver';
import { alertMail } from './support/rows';

const incident = { remote: 'booking', release: '20261121-a1', count: 30, pages: null, lastAt: '2026-11-21T09:00:00Z' };

test('an alert counts the mails that were not sent and quotes the last error', async () => {
  const mail = await deliver(
    alertMail({ unsent: 6, oldestUnsentAt: '2026-11-21T06:00:00Z', lastError: '535 5.7.8 <Bad>\r\ncredentials' }),
  );
  expect(mail.subject).toBe('Alerte\u00a0: 6 mails non envoyés');
  expect(mail.names).not.toContain('reply-to');
  expect(mail.text).toContain(
    'En attente depuis le\u00a0: 21/11/2026 07:00\nDernière erreur\u00a0: 535 5.7.8 <Bad> credentials\n',
  );
  expect(mail.html).toContain('535 5.7.8 &lt;Bad&gt; credentials');
});

test('an alert names failing parts of the site with their release', async () => {
  const mail = await deliver(alertMail({ incidents: [incident, { ...incident, remote: 'contact', count: 4 }] }));
  expect(mail.subject).toBe('Alerte\u00a0: 34 incidents en 24\u00a0heures');
  expect(mail.text).toContain('- booking (20261121-a1)\u00a0: 30 fois, la dernière le 21/11/2026 10:00');
  expect(mail.text).not.toContain('mails');
});

test('an alert compares the failures of a release with the pages served, when pages are counted', async () => {
  const one = { ...incident, remote: 'contact', count: 1, pages: 1 };
  const { text } = await deliver(alertMail({ incidents: [{ ...incident, pages: 240 }, one] }));
  expect(text).toContain('- booking (20261121-a1)\u00a0: 30 fois pour 240 pages servies, la dernière le');
  expect(text).toContain('- contact (20261121-a1)\u00a0: 1 fois pour 1 page servie, la dernière le');
});

test('an alert about one mail and one incident uses the singular', async () => {
  const mail = await deliver(alertMail({ unsent: 1, incidents: [{ ...incident, count: 1 }] }));
  expect(mail.subject).toBe('Alerte\u00a0: 1 mail non envoyé, 1 incident en 24\u00a0heures');
});

test('an alert contains the number of addresses that reported incidents', async () => {
  const { text } = await deliver(alertMail({ incidents: [incident], reporters: 4 }));
  expect(text).toContain(
    'des parties du site ont échoué 30 fois chez des visiteurs. Signalé depuis 4 adresses différentes.',
  );
  const single = await deliver(alertMail({ incidents: [{ ...incident, count: 1 }], reporters: 1 }));
  expect(single.text).toContain('une fois chez un visiteur. Signalé depuis une seule adresse.');
});

test('reports that name no part of the site are counted as « autre »', async () => {
  const other = { ...incident, remote: 'other', release: 'other', count: 5 };
  const { text = '' } = await deliver(alertMail({ incidents: [other] }));
  expect(text).toContain('\n- autre\u00a0: 5 fois, la dernière le 21/11/2026 10:00\n');
  expect(text).not.toContain('other');
});

test('an alert contains only counts when no names are registered', async () => {
  const { subject, text = '' } = await deliver(alertMail({ incidentCount: 12, reporters: 3 }));
  expect(subject).toBe('Alerte\u00a0: 12 incidents en 24\u00a0heures');
  expect(text).toContain('12 fois chez des visiteurs. Signalé depuis 3 adresses différentes.');
  expect(text).not.toContain('Parties concernées');
});
