export const sharing = {
  pictureAlt:
    'En un jour, trois automatisations qui travaillent à votre place. Sur un téléphone, un nouveau contact arrive à 19:42 ; la réponse est partie à 19:43.',
} as const;
