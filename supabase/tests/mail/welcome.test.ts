import { deliver } from './support/deliver';
import { welcomeMail } from './support/rows';

test('a new owner is told where the space is, and the first steps', async () => {
  const { subject, recipients, text, html } = await deliver(welcomeMail);
  expect({ subject, recipients }).toEqual({
    subject: 'Votre espace est prêt\u00a0: Journée Automatisation',
    recipients: ['nouvelle@exemple.fr'],
  });
  expect(text).toContain('\nOuvrir mon espace\u00a0: https://exemple.fr/espace\n');
  expect(text?.match(/^- /gm)).toHaveLength(4);
  expect(html).toContain('href="https://exemple.fr/espace"');
});
