import { deliver } from './support/deliver';
import { settings } from './support/rows';

const mail = {
  id: '12',
  messageId: '6f1d8a52-3c77-4b0e-9f0a-5d2b8c1e7a90',
  attempts: 0,
  kind: 'welcome',
  detail: { email: 'nouvelle@exemple.fr' },
} as const;

test('a new owner is told where the space is, and the first steps', async () => {
  const { subject, recipients, text, html } = await deliver(mail);
  expect({ subject, recipients }).toEqual({
    subject: 'Votre espace est prêt\u00a0: Journée Automatisation',
    recipients: ['nouvelle@exemple.fr'],
  });
  expect(text).toContain('\nOuvrir mon espace\u00a0: https://exemple.fr/espace\n');
  expect(text?.match(/^- /gm)).toHaveLength(4);
  expect(html).toContain('href="https://exemple.fr/espace"');
});

test('without the site’s address, the mail says how to find the space', async () => {
  const { text } = await deliver(mail, { ...settings, origin: '' });
  expect(text).toContain('l’adresse de votre site, suivie de /espace.');
});
