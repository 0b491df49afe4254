export const consent = {
  label: 'Votre choix sur les cookies',
  text: 'Ce site ne mesure pas votre visite. S’il devait le faire un jour, il attendrait votre accord. Vous pouvez changer d’avis à tout moment.',
  reject: 'Refuser',
  customise: 'Personnaliser',
  accept: 'Accepter',
} as const;
