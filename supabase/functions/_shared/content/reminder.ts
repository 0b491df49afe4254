import type { BackupFailure } from '../claimed-mail.ts';
import { plural } from './plural.ts';

const parts: Readonly<Record<string, string>> = {
  shell: 'le cadre du site',
  landing: 'l’accueil',
  booking: 'la réservation',
  contact: 'la page de contact',
  legal: 'le financement et les pages légales',
  owner: 'votre espace',
};

/** Why backups fail. */
const failures = {
  full: 'le disque est plein',
  refused: 'le dossier des sauvegardes ne peut pas être écrit',
  other: 'la cause est dans le journal du serveur',
} satisfies Record<BackupFailure, string>;

export const reminderSubject = (count: number) =>
  count > 1 ? `À faire sur votre site\u00a0: ${count} points` : 'À faire sur votre site\u00a0: 1 point';

export const reminderTitle = 'À faire sur votre site';

/** Sentences; moments are written out. */
export const concernWording = {
  requests: (count: number, since: string) =>
    count > 1
      ? `${plural(count, 'demande')} à traiter depuis plus d’un jour, la plus ancienne reçue le ${since}.`
      : `1 demande à traiter depuis plus d’un jour, reçue le ${since}.`,
  mails: (count: number) =>
    count > 1
      ? `${count} e-mails n’ont pas pu partir et ne sont plus essayés. Les demandes restent dans votre espace.`
      : '1 e-mail n’a pas pu partir et n’est plus essayé. Les demandes restent dans votre espace.',
  part: (remote: string, at: string) =>
    `Une partie du site a échoué chez plusieurs visiteurs en un jour\u00a0: ${parts[remote] ?? remote} (la dernière fois le ${at}).`,
  backupFailed: (failure: BackupFailure, since: string) =>
    `La sauvegarde échoue depuis le ${since}\u00a0: ${failures[failure]}.`,
  backupLate: (at: string | null) =>
    at ? `La dernière sauvegarde date du ${at}.` : 'Aucune sauvegarde n’a encore été faite.',
  disk: (host: string, free: string) => `Il reste ${free} libres sur un disque du serveur ${host}.`,
  site: (count: number) =>
    count > 1
      ? `Le site est visible de tous, et il y manque ${count} informations.`
      : 'Le site est visible de tous, et il y manque une information.',
  retention: (count: number, resumes: string) =>
    `La suppression automatique de ${plural(count, 'demande')} attend votre confirmation. Sans réponse, elle reprend le ${resumes}.`,
};

export const reminderWording = {
  text: 'Voici ce qui attend aujourd’hui.',
  label: 'À faire',
  gaps: 'Il manque',
  host: 'Pour les e-mails, les sauvegardes et le disque, prévenez la personne qui héberge votre site.',
  open: 'Ouvrir votre espace\u00a0: ',
  openWithoutOrigin: 'Ouvrez votre espace\u00a0: l’adresse de votre site, suivie de /espace.',
  path: '/espace',
  when: 'Ce message part le matin, au plus une fois par jour, et seulement quand quelque chose vous attend.',
};

/** `0,4 Go` */
export const gigabytes = (bytes: number) =>
  `${(bytes / 1e9).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0Go`;
