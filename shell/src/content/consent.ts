export const consent = {
  label: 'Cookies',
  text: 'Ce site garde votre choix dans votre navigateur. Aucune mesure d’audience ne tourne aujourd’hui ; s’il y en avait une, elle attendrait votre accord. Vous pouvez changer d’avis à tout moment.',
  reject: 'Refuser',
  customise: 'Personnaliser',
  accept: 'Accepter',
} as const;
