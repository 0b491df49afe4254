import { deliver } from './support/deliver';
import { alertMail } from './support/rows';

const incident = { remote: 'booking', release: '20261121-a1', count: 30, lastAt: '2026-11-21T09:00:00Z' };

test('mails that did not go are counted, with the last error', async () => {
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

test('parts of the site that fail are named with their release', async () => {
  const mail = await deliver(alertMail({ incidents: [incident, { ...incident, remote: 'contact', count: 4 }] }));
  expect(mail.subject).toBe('Alerte\u00a0: 34 incidents en une heure');
  expect(mail.text).toContain('- booking (20261121-a1)\u00a0: 30 fois, la dernière le 21/11/2026 10:00');
  expect(mail.text).not.toContain('mails');
});

test('one is written as one', async () => {
  const mail = await deliver(alertMail({ unsent: 1, incidents: [{ ...incident, count: 1 }] }));
  expect(mail.subject).toBe('Alerte\u00a0: 1 mail non envoyé, 1 incident en une heure');
});
