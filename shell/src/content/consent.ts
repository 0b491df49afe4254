export const consent = {
  label: 'Votre choix sur les cookies',
  sentences: [
    'Ce site ne mesure pas votre visite.',
    'Il ne le fera jamais sans votre accord.',
    'Vous pouvez changer d’avis à\u00a0tout\u00a0moment.',
  ],
  reject: 'Refuser',
  customise: 'Personnaliser',
  accept: 'Accepter',
} as const;
