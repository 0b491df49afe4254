import type { Line } from '../mail/body.ts';

const plural = (count: number) => (count > 1 ? 's' : '');

export const alertSubject = {
  begin: 'Alerte\u00a0: ',
  unsent: (count: number) => `${count} mail${plural(count)} non envoyé${plural(count)}`,
  incidents: (count: number) => `${count} incident${plural(count)} en 24\u00a0heures`,
};

export const alertTitle = 'Alerte';

export const unsentWording = {
  text: (count: number) =>
    count > 1
      ? `${count} mails qui vous étaient destinés ne sont pas partis.`
      : '1 mail qui vous était destiné n’est pas parti.',
  oldest: 'En attente depuis le',
  lastError: 'Dernière erreur',
  kept: 'Aucune demande n’est perdue\u00a0: «\u00a0npx pnpm inbox\u00a0» les montre toutes. Vérifiez les réglages d’envoi.',
};

const fromAddresses = (reporters: number) =>
  reporters > 1 ? ` Signalé depuis ${reporters} adresses différentes.` : ' Signalé depuis une seule adresse.';

export const incidentWording = {
  text: (count: number, reporters: number) =>
    (count > 1
      ? `En 24\u00a0heures, des parties du site ont échoué ${count} fois chez des visiteurs.`
      : 'En 24\u00a0heures, une partie du site a échoué une fois chez un visiteur.') +
    (reporters > 0 ? fromAddresses(reporters) : ''),
  label: 'Parties concernées',
  /** Incidents of unregistered parts or releases. */
  other: 'autre',
  times: (count: number, pages: number | null) =>
    pages ? `${count} fois pour ${pages} page${plural(pages)} servie${plural(pages)}` : `${count} fois`,
  item: (part: Line, times: string, last: string): Line => [...part, `\u00a0: ${times}, la dernière le ${last}`],
  look: 'Pour voir ce qui a échoué, et dans quelles versions\u00a0: «\u00a0npx pnpm release status\u00a0».',
};
