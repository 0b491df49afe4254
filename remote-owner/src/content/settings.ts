import type { PushRefusal, PushStep, PushSupport } from '../api/device-push';
import type { ErasedCounts } from '../api/wire';
import { joinWords } from './dates';

/** « 2 messages et 2 e-mails ont été effacés. » */
function erasedSentence({ contacts, reservations, mails }: ErasedCounts): string {
  const counted: readonly (readonly [count: number, noun: string])[] = [
    [contacts, 'message'],
    [reservations, 'réservation'],
    [mails, 'e-mail'],
  ];
  const parts = counted.flatMap(([count, noun]) => (count > 0 ? `${count}\u00a0${noun}${count > 1 ? 's' : ''}` : []));
  const [verb, plural] = contacts + reservations + mails > 1 ? ['ont', 's'] : ['a', ''];
  return `${joinWords(parts)} ${verb} été effacé${contacts + mails === 0 ? 'e' : ''}${plural}.`;
}

export const settings = {
  title: 'Réglages',
  sessions: 'Appareils connectés',
  thisDevice: 'Cet appareil',
  unknownDevice: 'Navigateur inconnu',
  since: (moment: string) => `Connecté depuis le ${moment}`,
  used: (moment: string) => `Utilisé le ${moment}`,
  endSession: 'Déconnecter',
  endSessionOf: (name: string) => `Déconnecter ${name}`,
  ended: 'L’appareil est déconnecté.',
  signOut: 'Se déconnecter',
  signOutEverywhere: 'Se déconnecter partout',
  signOutTitle: 'Se déconnecter partout\u202f?',
  signOutText: 'Tous les appareils devront demander un nouveau code, celui-ci aussi.',
  data: 'Données',
  exports: { csv: 'Exporter toutes les demandes (CSV)', days: 'Exporter une ligne par jour (CSV)' },
  exportHint:
    'Deux fichiers pour tableur\u00a0: toutes les demandes avec leurs coordonnées, ou les jours demandés dans l’ordre, chacun avec sa personne.',
  person: 'Données d’une personne',
  personText: 'Pour répondre à une personne qui demande ses données, ou leur effacement.',
  personEmail: 'E-mail de la personne',
  personExport: 'Exporter ses données',
  personJson: 'Exporter en JSON',
  personHint: 'Une page à lire, à imprimer ou à lui envoyer. Le fichier JSON contient la même chose pour un logiciel.',
  personErase: 'Effacer ses données',
  eraseTitle: 'Effacer les données de cette personne\u202f?',
  eraseText:
    'Toutes ses demandes, leurs dates et les e-mails gardés seront effacés, ainsi que vos textes en cours sur cet appareil. Cela ne se défait pas.',
  eraseTyped: (email: string) => `Pour confirmer, écrivez ${email}`,
  eraseDone: erasedSentence,
  noPerson: 'Rien n’est enregistré pour cette adresse.',
} as const;

export const fileNames = {
  csv: (day: string) => `demandes-${day}.csv`,
  days: (day: string) => `jours-${day}.csv`,
  person: (day: string, type: 'html' | 'json') => `donnees-${day}.${type}`,
} as const;

/** Words of what a person gets who asks for their data. */
export const person = {
  title: 'Vos données',
  intro: (product: string, email: string, moment: string) =>
    `Ce que ${product} a enregistré avec l’adresse ${email}, le ${moment}.`,
  request: { contact: 'Votre message', reservation: 'Votre demande de réservation' },
  labels: {
    receivedAt: 'Reçu le',
    name: 'Nom',
    email: 'E-mail',
    phone: 'Téléphone',
    message: 'Message',
    dates: 'Jours demandés',
    confirmedDates: 'Jours confirmés',
    state: 'État',
    handledAt: 'Traité le',
    note: 'Note interne',
    followUp: 'Suites',
    history: 'Historique',
    mails: 'E-mails',
  },
  /** A mail to the owner about the request. */
  ownMail: 'Avis interne de votre demande',
  sent: (moment: string) => `envoyé le ${moment}`,
  unsent: 'non envoyé',
  file: { by: 'Enregistré par', address: 'Adresse', moment: 'Établi le', requests: 'Demandes', request: 'Demande' },
} as const;

export const push = {
  title: 'Notifications',
  text: 'Chaque nouvelle demande peut s’afficher sur cet appareil, en plus de l’e-mail. La notification ne montre ni nom ni message.',
  turnOn: 'Recevoir une notification sur cet appareil',
  turnOff: 'Ne plus recevoir de notification sur cet appareil',
  on: 'Activées sur cet appareil.',
  off: 'Désactivées sur cet appareil.',
  others: (count: number) =>
    `${count}\u00a0${count === 1 ? 'autre appareil en reçoit.' : 'autres appareils en reçoivent.'}`,
} as const;

export const pushObstacles: Readonly<Record<Exclude<PushSupport, 'ready'>, string>> = {
  install:
    'Ajoutez d’abord l’espace à l’écran d’accueil\u00a0: Partager, puis «\u202fSur l’écran d’accueil\u202f». Ouvrez-le ensuite de là.',
  denied:
    'Les notifications de ce site sont bloquées sur cet appareil. Autorisez-les dans les réglages du navigateur, puis revenez ici. Une fenêtre privée les bloque toujours.',
  none: 'Ce navigateur, ou cette fenêtre privée, ne peut pas recevoir de notifications.',
};

export const pushSteps: Readonly<Record<PushStep | 'stopping', string>> = {
  asking: 'Votre navigateur vous demande s’il peut afficher des notifications\u00a0: répondez-lui.',
  starting: 'Activation en cours…',
  stopping: 'Désactivation en cours…',
};

export const pushRefusals: Readonly<Record<PushRefusal, string>> = {
  refused: 'Vous n’avez pas autorisé les notifications\u00a0: rien n’est activé. Un nouvel appui repose la question.',
  worker: 'Le navigateur n’a pas pu démarrer ce qui affiche les notifications. Rechargez la page, puis réessayez.',
  service:
    'Le service de notifications de ce navigateur ne répond pas. Une fenêtre privée, un bloqueur ou l’absence de réseau l’empêchent\u00a0: essayez dans une fenêtre ordinaire, ou dans un autre navigateur.',
};
