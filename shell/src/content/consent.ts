export const consent = {
  label: 'Votre choix sur les cookies',
  sentences: ['Aucune mesure d’audience aujourd’hui.', 'L’accepteriez-vous ? Refuser ne change rien.'],
  reject: 'Refuser',
  customise: 'Personnaliser',
  accept: 'Accepter',
} as const;
