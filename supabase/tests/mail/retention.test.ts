import { deliver } from './support/deliver';
import { retentionMail } from './support/rows';

test('the mail about a held retention run has the number of requests, the reason and how to continue', async () => {
  const mail = await deliver(retentionMail());
  expect(mail.subject).toBe('Suppression suspendue\u00a0: 7 demandes sur 8');
  expect(mail.text).toContain('il supprimerait 7 demandes sur 8\u00a0: il attend.');
  expect(mail.text).toContain('plus d’un dixième');
  expect(mail.text).toContain('\n\nnpx pnpm inbox retention --confirm\n\n');
  expect(mail.text).toContain('dans votre espace (Réglages)');
  expect(mail.text).toContain('elle reprend d’elle-même le 28/11/2026 09:05');
  expect(mail.text).toContain('corrigez-les\u00a0: la suppression automatique reprend d’elle-même');
});

test('the mail about a run held because of the clock names the last run, if any', async () => {
  const { text } = await deliver(retentionMail({ requests: 1, reason: 'clock', lastRunAt: '2026-11-21T08:05:00Z' }));
  expect(text).toContain('il supprimerait 1 demande sur 8');
  expect(text).toContain('depuis plus d’un mois (la dernière fois le 21/11/2026 09:05)\u00a0: ');
  expect((await deliver(retentionMail({ reason: 'clock' }))).text).toContain('depuis plus d’un mois\u00a0: ');
});
