export const settings = {
  title: 'Réglages',
  sessions: 'Appareils connectés',
  thisDevice: 'Cet appareil',
  unknownDevice: 'Navigateur inconnu',
  used: (moment: string) => `utilisé le ${moment}`,
  endSession: 'Déconnecter cet appareil',
  ended: 'L’appareil est déconnecté.',
  signOut: 'Se déconnecter',
  signOutEverywhere: 'Se déconnecter partout',
  signOutTitle: 'Se déconnecter partout\u202f?',
  signOutText: 'Tous les appareils devront demander un nouveau code, celui-ci aussi.',
  data: 'Données',
  export: 'Exporter toutes les demandes (CSV)',
  exportHint: 'Un fichier pour tableur, avec toutes les demandes et leurs coordonnées.',
  person: 'Données d’une personne',
  personText: 'Pour répondre à une personne qui demande ses données, ou leur effacement.',
  personEmail: 'E-mail de la personne',
  personExport: 'Exporter ses données',
  personErase: 'Effacer ses données',
  eraseTitle: 'Effacer les données de cette personne\u202f?',
  eraseText: 'Toutes ses demandes, leurs dates et les e-mails gardés seront effacés. Cela ne se défait pas.',
  eraseTyped: (email: string) => `Pour confirmer, écrivez ${email}`,
  eraseDone: (count: number) => (count === 1 ? 'Une ligne a été effacée.' : `${count} lignes ont été effacées.`),
  noPerson: 'Rien n’est enregistré pour cette adresse.',
} as const;

/** Names of the files that are downloaded. */
export const fileNames = {
  csv: (day: string) => `demandes-${day}.csv`,
  person: (day: string) => `personne-${day}.json`,
} as const;
