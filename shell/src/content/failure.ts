export const failure = {
  loading: 'La page arrive…',
  retry: 'Réessayer',
  retrying: 'Nouvelle tentative…',
  readable: {
    title: 'Cette page n’est chargée qu’en partie.',
    text: 'Vous pouvez la lire, mais aucun formulaire ne partira d’ici.',
  },
  shell: {
    text: 'Aucun formulaire ne peut partir de cette page pour l’instant.',
    reload: 'Recharger la page',
  },
  noScripts: 'JavaScript est désactivé dans votre navigateur : aucun formulaire ne peut partir d’ici.',
  absent: {
    title: 'Cette page n’a pas pu être chargée',
    text: 'Le reste du site fonctionne. Réessayez dans un instant ; si rien n’y fait, écrivez-nous ou appelez-nous.',
  },
} as const;
