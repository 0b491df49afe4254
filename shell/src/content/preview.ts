export const preview = {
  label: 'Aperçu d’une version',
  title: 'Aperçu\u00a0:',
  hasFailed: 'Cette version a échoué au moins une fois\u202f; une autre peut être à l’écran.',
  quit: 'Quitter l’aperçu',
  refusals: {
    malformed: 'l’adresse ne nomme aucune version d’une partie du site.',
    unknown: 'cette version n’existe pas.',
    revoked: 'cette version a été retirée.',
    unreachable: 'cette version n’a pas pu être chargée.',
  },
  active: 'Vous voyez la version en ligne.',
} as const;
