import type { ErasedCounts } from '../api/person';

let listFormat: Intl.ListFormat | undefined;

/** « 2 messages et 2 e-mails ont été effacés. » */
function erasedSentence({ contacts, reservations, mails }: ErasedCounts): string {
  const counted: readonly (readonly [count: number, noun: string])[] = [
    [contacts, 'message'],
    [reservations, 'réservation'],
    [mails, 'e-mail'],
  ];
  const parts = counted.flatMap(([count, noun]) => (count > 0 ? `${count}\u00a0${noun}${count > 1 ? 's' : ''}` : []));
  listFormat ??= new Intl.ListFormat('fr');
  const [verb, plural] = contacts + reservations + mails > 1 ? ['ont', 's'] : ['a', ''];
  return `${listFormat.format(parts)} ${verb} été effacé${contacts + mails === 0 ? 'e' : ''}${plural}.`;
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
  export: 'Exporter toutes les demandes (CSV)',
  exportDays: 'Exporter une ligne par jour (CSV)',
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
  eraseText: 'Toutes ses demandes, leurs dates et les e-mails gardés seront effacés. Cela ne se défait pas.',
  eraseTyped: (email: string) => `Pour confirmer, écrivez ${email}`,
  eraseDone: erasedSentence,
  noPerson: 'Rien n’est enregistré pour cette adresse.',
} as const;

/** Names of the files that are downloaded. */
export const fileNames = {
  csv: (day: string) => `demandes-${day}.csv`,
  days: (day: string) => `jours-${day}.csv`,
  person: (day: string, type: 'html' | 'json') => `donnees-${day}.${type}`,
} as const;
