export const consent = {
  label: 'Votre choix sur les cookies',
  sentences: ['Mesurer la vitesse des pages, sans vous suivre.', 'L’acceptez-vous ? Refuser ne change rien.'],
  reject: 'Refuser',
  customise: 'Personnaliser',
  accept: 'Accepter',
} as const;
