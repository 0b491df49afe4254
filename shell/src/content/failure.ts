export const failure = {
  loading: 'La page arrive…',
  retry: 'Réessayer',
  readable: {
    title: 'Cette page se lit, mais ne répond pas',
    text: 'Une partie du site n’a pas pu être chargée : le formulaire ne peut rien envoyer pour le moment. Écrivez-nous ou appelez-nous, nous prenons votre demande de vive voix.',
  },
  absent: {
    title: 'Cette page n’a pas pu être chargée',
    text: 'Le reste du site fonctionne. Réessayez dans un instant ; si rien n’y fait, écrivez-nous ou appelez-nous.',
  },
} as const;
