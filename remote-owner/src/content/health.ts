import {
  type BackupFailure,
  type Concern,
  closingField,
  deadlinePieces,
  endedPieces,
  groupMember,
  type HeldRetention,
  invoicePieces,
  mayBeSent,
  requestPieces,
} from '@site/supabase/requests';
import type { RetriedMails } from '../api/health';
import { formatShortDay, isolated, withoutYear } from './dates';
import { partTitle } from './parts';
import { TELL_HOST } from './space';

const amount = (value: number, unit: string) =>
  `${value.toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0${unit}`;
const gigabytes = (bytes: number) => amount(bytes / 1e9, 'Go');

export const health = {
  title: 'État du site',
  unavailable: 'indisponible ici',
  mailsWaiting: 'E-mails en attente',
  mailsGivenUp: 'E-mails non envoyés',
  toVisitors: 'E-mails à vos visiteurs',
  areOn: (isOn: boolean) => (isOn ? 'activés' : 'désactivés'),
  database: 'Base de données',
  databaseAnswers: (bytes: number) => `répond, ${amount(bytes / 1e6, 'Mo')}`,
  backup: 'Dernière sauvegarde',
  backupOff: 'désactivée',
  noBackup: 'aucune pour l’instant\u202f; le site en fait une chaque nuit',
  backupAt: (moment: string, bytes: number) => `${moment}, ${amount(bytes / 1e6, 'Mo')}`,
  backupPlace: (host: string, folder: string) => `Sur le serveur ${host}, dossier ${folder}.`,
  sameDisk: 'C’est le disque du site\u00a0: s’il tombe en panne, la sauvegarde est perdue avec lui.',
  otherDisk: 'C’est un autre disque que celui du site.',
  withoutReleases: 'Elle ne contient pas les versions du site, gardées ailleurs.',
  backupFailing: (moment: string, why: BackupFailure) => `échoue depuis le ${moment}\u00a0: ${failures[why]}`,
  disk: 'Place libre sur le disque',
  backupDisk: 'Place libre pour les sauvegardes',
  /** Labels one server among several. */
  onHost: (label: string, host: string) => `${label} (${host})`,
  room: (free: number, total: number) => `${gigabytes(free)} sur ${gigabytes(total)}`,
} as const;

type WatchConcern = Extract<Concern, { kind: 'watch' }>;

const failures: Readonly<Record<BackupFailure, string>> = {
  full: 'le disque est plein',
  refused: 'le dossier ne peut pas être écrit',
  other: 'la cause est dans le journal du serveur',
};

export const todo = {
  nothing: 'Rien d’anormal.',
  /** Shown while the site is a draft. */
  ready:
    'Tout est prêt\u00a0: votre site peut ouvrir. Demandez à la personne qui l’héberge de le démarrer sans «\u202f--draft\u202f»\u00a0: le bandeau «\u202fBrouillon\u202f» disparaît, et vos pages se trouvent dans les moteurs de recherche.',
  mails: (count: number, lastError: string | null) => {
    if (mayBeSent(lastError)) {
      return count === 1
        ? '1 e-mail gardé après une restauration est peut-être déjà parti\u00a0: renvoyez-le s’il le faut'
        : `${count} e-mails gardés après une restauration sont peut-être déjà partis\u00a0: renvoyez-les s’il le faut`;
    }
    return count === 1
      ? '1 e-mail n’a pas pu partir et n’est plus essayé'
      : `${count} e-mails n’ont pas pu partir et ne sont plus essayés`;
  },
  unsent: (count: number, since: string, why: string) =>
    `${count === 1 ? '1 e-mail ne part pas' : `${count} e-mails ne partent pas`} depuis le ${since}\u00a0: ${why}. ${TELL_HOST}`,
  incidents: (count: number, reporters: number) =>
    `${count} échecs du site en un jour, signalés depuis ${reporters} adresses`,
  part: (name: string) => `${partTitle(name)}\u00a0: échecs chez plusieurs visiteurs en un jour`,
  watch: ({ outcome, remote, previous }: WatchConcern, moment: string) => {
    const name = partTitle(remote);
    switch (outcome) {
      case 'returned':
        return `${name}\u00a0: la nouvelle version échouait, le site est revenu de lui-même à la version ${previous} le ${moment}`;
      case 'not-returned':
        return `${name}\u00a0: la nouvelle version échoue, et le site n’a pas pu revenir de lui-même à la précédente`;
      case 'ambiguous':
        return `${name}\u00a0: des pages ne démarrent plus depuis deux changements à la fois`;
      case 'visits':
        return `${name}\u00a0: la visite automatique de la nouvelle version a échoué`;
      default:
        return `${name}\u00a0: des pages échouent depuis la nouvelle version, sans que la cause soit connue`;
    }
  },
  backupFailing: (moment: string, why: BackupFailure) =>
    `La sauvegarde échoue depuis le ${moment}\u00a0: ${failures[why]}`,
  backupLate: (moment: string) => `La dernière sauvegarde date du ${moment}`,
  noBackup: 'Aucune sauvegarde n’a encore été faite',
  disk: (host: string, free: number) => `Il reste ${gigabytes(free)} libres sur un disque du serveur ${host}`,
  site: (count: number) =>
    `Le site reste un brouillon\u00a0: il y manque ${count === 1 ? 'une information' : `${count}\u00a0informations`}`,
  retention: (count: number, resumes: string) =>
    count === 1
      ? `La suppression automatique d’une demande attend votre confirmation. Elle reprend sinon le ${resumes}`
      : `La suppression automatique de ${count} demandes attend votre confirmation. Elle reprend sinon le ${resumes}`,
  calendar: (since: string) => `Votre agenda personnel n’a pas pu être lu depuis le ${since}`,
  calendarLost: 'Votre agenda personnel est à connecter de nouveau, ou ses jours à rouvrir',
  more: (count: number) => (count === 1 ? 'Et une autre date' : `Et ${count}\u00a0autres dates`),
  grouped: (concern: Concern) => {
    const { name, dates, note } = groupMember(concern);
    return `${[isolated(name), ...dates.map(formatShortDay)].join(', ')}${note && ` (${withoutYear(note)})`}`;
  },
  /** Shown for a kind of concern that a newer database sends. */
  other: 'Le serveur signale un autre point',
} as const;

export const retryMails = {
  retry: 'Réessayer maintenant',
  text: (failed: number) =>
    failed === 1
      ? '1 e-mail n’a pas pu partir. Une fois la cause corrigée, réessayez sans attendre.'
      : `${failed} e-mails n’ont pas pu partir. Une fois la cause corrigée, réessayez sans attendre.`,
  done: ({ retried, left: waiting }: RetriedMails) =>
    [...sentAgain(retried, waiting), ...stillWaiting(waiting)].join(' '),
} as const;

function sentAgain(retried: number, waiting: number): readonly string[] {
  if (retried > 1) return [`${retried} e-mails repartent maintenant.`];
  if (retried === 1) return ['1 e-mail repart maintenant.'];
  return waiting === 0 ? ['Plus aucun e-mail n’attend un nouvel essai.'] : [];
}

function stillWaiting(waiting: number): readonly string[] {
  if (waiting === 0) return [];
  const mails = waiting === 1 ? '1 e-mail attend' : `${waiting} e-mails attendent`;
  return [`${mails} encore\u00a0: le site en envoie un nombre limité par heure.`];
}

export const retention = {
  title: 'Suppression automatique en attente',
  text: ({ requests: due, total }: HeldRetention) =>
    `${due === 1 ? '1 demande n’a' : `${due} demandes n’ont`} plus eu de suite depuis trois ans, sur ${total} conservées. Leur suppression attend, car il y en a beaucoup à la fois, ou la date du serveur peut être fausse.`,
  resumes: (moment: string) =>
    `Sans réponse de votre part, la suppression reprend d’elle-même le ${moment}, dix demandes à la fois, ou un dixième si c’est plus.`,
  confirm: (count: number) => (count === 1 ? 'Supprimer cette demande' : `Supprimer ces ${count}\u00a0demandes`),
  askTitle: 'Supprimer ces données\u202f?',
  askText: 'Elles ne pourront pas être récupérées.',
  done: 'Les anciennes demandes sont supprimées.',
} as const;

/** A concern about one request, which its file has too. */
type FileConcern = Extract<Concern, { kind: 'deadline' | 'invoice' | 'express_request' | 'ended' }>;

/** What the file of the day opens at for a date: the box that ends it; null where none does. */
export const dateField = (concern: FileConcern): string | null => closingField(concern) ?? null;

/** « Aujourd'hui » and the file of the day say a date with the same words. */
export function dateSentence(concern: FileConcern): string {
  const [before, name, after] = piecesOf(concern, isolated(concern.name ?? ''));
  return before + name + withoutYear(after);
}

function piecesOf(concern: FileConcern, name: string): readonly [string, string, string] {
  switch (concern.kind) {
    case 'deadline':
      return deadlinePieces(concern, name);
    case 'invoice':
      return invoicePieces(concern, name);
    case 'express_request':
      return requestPieces(concern, name);
    case 'ended':
      return endedPieces(concern, name);
  }
}
